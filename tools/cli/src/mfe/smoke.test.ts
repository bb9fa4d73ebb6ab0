import { expect, test } from '@jest/globals';
import type { FrontendStatus } from './archive.ts';
import { canariesBeside } from './smoke.ts';

const app = (name: string, canary?: string): FrontendStatus => ({
  name,
  registration: null,
  live: { version: '1.0.0', since: '2026-11-20T09:30:00.000Z', by: 'curator' },
  canary:
    canary === undefined ? null : { version: canary, since: '2026-11-20T09:30:00.000Z', by: 'curator', share: 10 },
  rollback_to: null,
  versions: [],
});

test('a candidate is checked with the canaries of all others, the shell among them', () => {
  const apps = [app('shell', '2.0.0'), app('people', '1.1.0'), app('voyages'), app('media', '3.0.0')];
  expect(canariesBeside({ apps }, 'people')).toEqual({ shell: '2.0.0', media: '3.0.0' });
  expect(canariesBeside({ apps: [app('shell'), app('people', '1.1.0')] }, 'people')).toEqual({});
});
