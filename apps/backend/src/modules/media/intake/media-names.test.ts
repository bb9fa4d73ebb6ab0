import { describe, expect, test } from '@jest/globals';
import { folderName, mediaSlugOf, storageKeyOf } from './media-names.ts';

describe('the key of an uploaded file', () => {
  const place = { owner: 'Harry S. Truman', voyageSlug: undefined, mediaType: 'image', slug: 'a-b', extension: 'jpg' };

  test('is of owner, voyage, type and address', () => {
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
  ])('never leaves its folder, nor enters one of the archive itself: %j is %j', (name, folder) => {
    expect(folderName(name)).toBe(folder);
  });

  test('of a name of which nothing is left is that of no name', () => {
    expect(storageKeyOf({ ...place, owner: '..' })).toBe('unattached/image/a-b.jpg');
  });
});

describe('the address of an upload that gives none', () => {
  const now = new Date('2026-11-20T08:00:00.123Z');
  const said = { voyageSlug: undefined, title: 'At the Rail!', date: null };

  test('is of voyage, title, date and digits of the time', () => {
    const voyage = { voyageSlug: '1949-02-12-nimitz', date: '1949-02-12' };
    expect(mediaSlugOf({ ...said, ...voyage }, now, 0)).toBe('1949-02-12-nimitz-at-the-rail-19490212-0123');
    expect(mediaSlugOf({ ...said, date: '1949' }, now, 0)).toBe('media-at-the-rail-1949-0123');
    expect(mediaSlugOf(said, now, 0)).toBe('media-at-the-rail-20261120-0123');
  });

  test('has other digits each time it is tried', () => {
    expect(mediaSlugOf(said, now, 1)).toBe('media-at-the-rail-20261120-0124');
    expect(mediaSlugOf(said, new Date('2026-11-20T08:00:09.999Z'), 1)).toBe('media-at-the-rail-20261120-0000');
  });

  test('is never too long, and does without a title that has no letters', () => {
    const long = mediaSlugOf({ voyageSlug: 'v'.repeat(160), title: 'word '.repeat(100), date: '1949-02-12' }, now, 0);
    expect(long.length).toBeLessThanOrEqual(160);
    expect(long).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(mediaSlugOf({ ...said, title: '???' }, now, 0)).toBe('media-20261120-0123');
  });
});
