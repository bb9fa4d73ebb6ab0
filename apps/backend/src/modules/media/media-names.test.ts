import { describe, expect, test } from '@jest/globals';
import { folderName, mediaSlugOf, storageKeyOf } from './media-names.ts';

describe('storageKeyOf', () => {
  const place = { owner: 'Harry S. Truman', voyageSlug: undefined, mediaType: 'image', slug: 'a-b', extension: 'jpg' };

  test('combines owner, voyage, type and slug', () => {
    expect(storageKeyOf({ ...place, voyageSlug: '1949-02-12-nimitz' })).toBe(
      'harry-s.-truman/1949-02-12-nimitz/image/a-b.jpg',
    );
    expect(storageKeyOf(place)).toBe('harry-s.-truman/image/a-b.jpg');
    expect(storageKeyOf({ ...place, owner: undefined })).toBe('unattached/image/a-b.jpg');
  });

  test.each([
    ['  Lyndon  B. Johnson ', 'lyndon-b.-johnson'],
    ['Richard Cadwalader, Jr.', 'richard-cadwalader,-jr.'],
    ['Émile / Zoë\\x', 'émile---zoë-x'],
    ['_system', 'system'],
    ['..', ''],
    ['._', ''],
  ])('uses no parent or system folder: %j becomes %j', (name, folder) => {
    expect(folderName(name)).toBe(folder);
  });

  test('treats a name without valid characters as no name', () => {
    expect(storageKeyOf({ ...place, owner: '..' })).toBe('unattached/image/a-b.jpg');
  });
});

describe('mediaSlugOf', () => {
  const now = new Date('2026-11-20T08:00:00.123Z');
  const base = { voyageSlug: undefined, title: 'At the Rail!', date: null };

  test('combines voyage, title, date and digits of the timestamp', () => {
    const voyage = { voyageSlug: '1949-02-12-nimitz', date: '1949-02-12' };
    expect(mediaSlugOf({ ...base, ...voyage }, now, 0)).toBe('1949-02-12-nimitz-at-the-rail-19490212-0123');
    expect(mediaSlugOf({ ...base, date: '1949' }, now, 0)).toBe('media-at-the-rail-1949-0123');
    expect(mediaSlugOf(base, now, 0)).toBe('media-at-the-rail-20261120-0123');
  });

  test.each(['1947~', '1947-06%', '1947-22', '1947-06-16/1948'])('uses the first year of the date %s', (date) => {
    expect(mediaSlugOf({ ...base, date }, now, 0)).toBe('media-at-the-rail-1947-0123');
  });

  test('uses different digits on each try', () => {
    expect(mediaSlugOf(base, now, 1)).toBe('media-at-the-rail-20261120-0124');
    expect(mediaSlugOf(base, new Date('2026-11-20T08:00:09.999Z'), 1)).toBe('media-at-the-rail-20261120-0000');
  });

  test('limits the length and omits a title without letters', () => {
    const long = mediaSlugOf({ voyageSlug: 'v'.repeat(160), title: 'word '.repeat(100), date: '1949-02-12' }, now, 0);
    expect(long.length).toBeLessThanOrEqual(160);
    expect(long).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(mediaSlugOf({ ...base, title: '???' }, now, 0)).toBe('media-20261120-0123');
  });
});
