const ESCAPED = /\\([!-/:-@[-`{-~“”«»])/g;
const SPECIAL = /[\\()[\]{}<>"“”«»,;:*_]/g;
/** Soft hyphens, joiners and directional marks, which programs insert into words for layout. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;
const FIXED_SPACE = /[\u00A0\u2007\u202F]/g;
const LAYOUT = /[\u00A0\u00AD\u2007\u200B\u200E\u200F\u202A-\u202F\u2060-\u2064\u2066-\u2069\uFEFF]/;

/**
 * Composes letters and their accents (Unicode NFC), removes invisible characters, and replaces non-breaking and other special spaces with
 * ordinary ones. Keeps the number of lines.
 */
export const withoutLayout = (text: string): string =>
  (LAYOUT.test(text) ? text.replaceAll(INVISIBLE, '').replaceAll(FIXED_SPACE, ' ') : text).normalize('NFC');

/** Characters that a backslash escapes: ASCII punctuation as in CommonMark, and quotation marks. */
export function isEscapable(character: string | undefined): boolean {
  if (character === undefined) return false;
  return (
    (character >= '!' && character <= '/') ||
    (character >= ':' && character <= '@') ||
    (character >= '[' && character <= '`') ||
    (character >= '{' && character <= '~') ||
    '“”«»'.includes(character)
  );
}

export function unescapeText(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPED, '$1') : text;
}

/** The inverse of `unescapeText`. Escapes all characters that have a meaning inside a line. */
export function escapeText(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** Whether the character at `index` is escaped. */
export function isEscapedAt(text: string, index: number): boolean {
  let backslashes = 0;
  while (index - backslashes > 0 && text[index - backslashes - 1] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function removeUnstorable(sourceText: string): string {
  const text = withoutLayout(sourceText.toWellFormed());
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

/** Whitespace other than single spaces. Most lines have none, and a replacement would copy them. */
const UNEVEN_SPACE = /\s\s|[^\S ]/;

/** Normalizes a single-line text: single spaces, null when blank. */
export function toSingleLine(text: string | null): string | null {
  if (text === null) return null;
  const stored = removeUnstorable(text);
  const line = (UNEVEN_SPACE.test(stored) ? stored.replace(/\s+/g, ' ') : stored).trim();
  return line === '' ? null : line;
}

/** Normalizes a multi-paragraph text: line feeds, trimmed, null when blank. */
export function paragraphs(text: string | null): string | null {
  if (text === null) return null;
  const lines = removeUnstorable(text)
    .split(/\r\n|\r|\n/)
    .map((line) => (line.trim() === '' ? '' : line));
  const fullText = lines.join('\n').trim();
  return fullText === '' ? null : fullText;
}

/** Shortens text for messages. */
export function excerpt(text: string, length = 60): string {
  const characters = text
    .trimStart()
    .slice(0, 4 * length)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length + 1);
  return characters.length > length ? `${characters.slice(0, length).toWellFormed()}…` : characters;
}

/** Removes surrounding emphasis marks, except escaped ones. */
export function trimEmphasis(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && (text[start] === '*' || text[start] === '_')) start += 1;
  while (end > start && (text[end - 1] === '*' || text[end - 1] === '_') && text[end - 2] !== '\\') end -= 1;
  return text.slice(start, end).trim();
}
