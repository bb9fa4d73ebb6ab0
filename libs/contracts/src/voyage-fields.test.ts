import { describe, expect, test } from '@jest/globals';
import { sourcesInputSchema, spinsInputSchema } from './voyage-fields.ts';

describe('sources in every accepted form', () => {
  const expected = [
    { url: 'https://example.org/a', media_type: 'book', title: null },
    { url: 'Logbook 1933, p. 5', media_type: 'unchecked', title: null },
  ];

  test.each([
    ['a list of entries', [{ url: 'https://example.org/a', media_type: 'book' }, { url: ' Logbook 1933, p. 5 ' }]],
    ['entries and plain texts', [{ url: 'https://example.org/a', media_type: 'book' }, 'Logbook 1933, p. 5']],
    [
      'a list as JSON text',
      JSON.stringify([{ url: 'https://example.org/a', media_type: 'book' }, 'Logbook 1933, p. 5']),
    ],
    ['one JSON item a line', '{"url":"https://example.org/a","media_type":"book"}\n\nLogbook 1933, p. 5\n'],
  ])('%s', (_, input) => {
    expect(sourcesInputSchema.parse(input)).toEqual(expected);
  });

  test.each([[undefined], [null], [''], ['\n \n'], [[]], [['  ']]])('%j is no source at all', (input) => {
    expect(sourcesInputSchema.parse(input)).toEqual([]);
  });

  test('a kind that the archive does not know is refused', () => {
    expect(sourcesInputSchema.safeParse([{ url: 'x', media_type: 'hologram' }]).success).toBe(false);
    expect(sourcesInputSchema.safeParse('[{"url":"x","media_type":"hologram"}]').success).toBe(false);
  });
});

describe('quotations in every accepted form', () => {
  test('plain text is one quotation, line breaks and all', () => {
    expect(spinsInputSchema.parse('snug,\nand comfortable')).toEqual([
      { spin: 'snug,\nand comfortable', source: null },
    ]);
  });

  test('a JSON list keeps each source', () => {
    expect(spinsInputSchema.parse('[{"spin":"snug","source":"Daily Press"},{"spin":" "}]')).toEqual([
      { spin: 'snug', source: 'Daily Press' },
    ]);
  });
});
