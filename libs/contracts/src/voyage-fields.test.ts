import { describe, expect, test } from '@jest/globals';
import { sourcesInputSchema, spinsInputSchema } from './voyage-fields.ts';

describe('sources in all accepted formats', () => {
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

  test.each([[null], [''], ['\n \n'], [[]], [['  ']]])('%j means no sources', (input) => {
    expect(sourcesInputSchema.parse(input)).toEqual([]);
  });

  test('rejects an unknown kind', () => {
    expect(sourcesInputSchema.safeParse([{ url: 'x', media_type: 'hologram' }]).success).toBe(false);
    expect(sourcesInputSchema.safeParse('[{"url":"x","media_type":"hologram"}]').success).toBe(false);
  });
});

describe('quotes in all accepted formats', () => {
  test('plain text is one quote, including line breaks', () => {
    expect(spinsInputSchema.parse('snug,\nand comfortable')).toEqual([
      { spin: 'snug,\nand comfortable', source: null },
    ]);
  });

  test('a JSON list preserves the source of each quote', () => {
    expect(spinsInputSchema.parse('[{"spin":"snug","source":"Daily Press"},{"spin":" "}]')).toEqual([
      { spin: 'snug', source: 'Daily Press' },
    ]);
  });
});
