import { describe, expect, test } from '@jest/globals';
import { mediaUpdateSchema, mediaUploadSchema } from './media.ts';

describe('rights', () => {
  const read = (rights: unknown) => mediaUploadSchema.safeParse({ title: 'A', rights });

  test.each([
    'http://rightsstatements.org/vocab/InC/1.0/',
    'https://rightsstatements.org/vocab/NoC-US/1.0/',
    'https://creativecommons.org/licenses/by-sa/4.0/',
    'https://creativecommons.org/licenses/by/2.0/de/deed.en',
    'https://creativecommons.org/publicdomain/mark/1.0/',
    ' https://creativecommons.org/publicdomain/zero/1.0/ ',
  ])('may be %s', (rights) => {
    expect(read(rights).data?.rights).toBe(rights.trim());
  });

  test.each([undefined, null, '', '  '])('accept unknown: %j', (rights) => {
    expect(read(rights).data?.rights).toBeNull();
  });

  test('stay unchanged when an update omits them', () => {
    expect(mediaUpdateSchema.parse({ title: 'A' }).rights).toBeUndefined();
    expect(mediaUpdateSchema.parse({ title: 'A', rights: '' }).rights).toBeNull();
    expect(mediaUpdateSchema.safeParse({ title: 'A', rights: 'mine' }).success).toBe(false);
  });

  test.each([
    'Public domain',
    'https://rightsstatements.org/vocab/Mine/1.0/',
    'https://rightsstatements.org.example.com/vocab/InC/1.0/',
    'https://creativecommons.org/licenses/by-sa/',
    'javascript:alert(1)//creativecommons.org/licenses/by/4.0/',
    7,
  ])('may not be %s', (rights) => {
    expect(read(rights).success).toBe(false);
  });
});

describe('the upload form', () => {
  test('requires only a title', () => {
    expect(mediaUploadSchema.parse({ title: ' At the rail ' })).toMatchObject({
      media_slug: 'auto',
      title: 'At the rail',
      media_category: 'source',
      allow_duplicate: false,
      tags: [],
    });
  });

  test('treats blank fields as missing', () => {
    const blank = { media_type: '', media_category: '', voyage_slug: '', president_slug: '', date: '', credit: ' ' };
    expect(mediaUploadSchema.parse({ title: 'A', ...blank })).toEqual(mediaUploadSchema.parse({ title: 'A' }));
  });

  test('reports errors with the messages of the upload dialog', () => {
    const { error } = mediaUploadSchema.safeParse({ title: '  ' });
    expect(error?.issues[0]?.message).toBe('Please select a file and provide a title');
  });
});
