import { expect, test } from '@jest/globals';
import { exportFiles } from './archive-setup.ts';

test('download links carry all filters, including repeated ones, and omit empty ones', () => {
  expect(exportFiles('voyages', { q: 'dinner & dance', president_slug: ['ford-gerald', 'nixon-richard'] })).toEqual([
    {
      label: 'CSV, for spreadsheets',
      href: '/api/export/voyages?q=dinner+%26+dance&president_slug=ford-gerald&president_slug=nixon-richard&format=csv',
    },
    {
      label: 'JSON',
      href: '/api/export/voyages?q=dinner+%26+dance&president_slug=ford-gerald&president_slug=nixon-richard&format=json',
    },
  ]);
  expect(exportFiles('media', { folder: '', words: '' })[0]?.href).toBe('/api/export/media?format=csv');
});
