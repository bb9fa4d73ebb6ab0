const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  nbsp: ' ',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  eacute: 'é',
};
const ENTITY = /&(?:([a-z]{2,6})|#(\d{1,7}));/gi;

/** Decodes HTML entities in pasted text: `&amp;`, `&nbsp;`, `&#39;`. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(ENTITY, (sourceText, name: string | undefined, code: string | undefined) => {
    if (code !== undefined)
      return Number(code) > 31 && Number(code) < 0x110000 ? String.fromCodePoint(Number(code)) : sourceText;
    return ENTITIES[(name ?? '').toLowerCase()] ?? sourceText;
  });
}

const LINK = /<a\s[^<>\\]*?href\s*=\s*"([^"<>\\]*)"[^<>\\]*>([^<>]*)<\/a>/gi;
const TAG = /<\/?(?:i|b|em|strong|u|span|p|br|div|font|sup|sub|small|a|li|ul|ol|s)(?:\s[^<>\\]*)?\/?>/gi;
const FOOTNOTE = /\[\^[^\]\s\\]{1,40}\]/g;

/** Removes references to footnotes. The parser keeps the text of the footnotes elsewhere. */
export const withoutFootnotes = (text: string): string => (text.includes('[^') ? text.replaceAll(FOOTNOTE, '') : text);

/** Converts HTML in a short text: links to Markdown, other elements to their text, entities to characters. Keeps the number of lines. */
export function withoutMarkup(text: string): string {
  const elements = text.includes('<') ? text.replaceAll(LINK, '[$2]($1)').replaceAll(TAG, ' ') : text;
  return withoutFootnotes(decodeEntities(elements));
}
