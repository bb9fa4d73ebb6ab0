const ESCAPED = /\\([!-/:-@[-`{-~“”])/g;
const SPECIAL = /[\\()[\]{}<>"“”,;:*_]/g;
const NOT_STORABLE = /\0/g;

/** Characters that a backslash makes plain: ASCII punctuation as in CommonMark, and curly quotation marks. */
export function isEscapable(character: string | undefined): boolean {
  if (character === undefined) return false;
  return (
    (character >= '!' && character <= '/') ||
    (character >= ':' && character <= '@') ||
    (character >= '[' && character <= '`') ||
    (character >= '{' && character <= '~') ||
    character === '“' ||
    character === '”'
  );
}

export function unescapeText(text: string): string {
  return text.includes('\\') ? text.replace(ESCAPED, '$1') : text;
}

/** The inverse of `unescapeText`, for every character that means something to this format inside a line. */
export function escapeText(text: string): string {
  return text.replace(SPECIAL, '\\$&');
}

/** Whether the character at `index` has a backslash of its own before it. */
export function isEscapedAt(text: string, index: number): boolean {
  let backslashes = 0;
  while (index - backslashes > 0 && text[index - backslashes - 1] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function storable(text: string): string {
  return text.toWellFormed().replace(NOT_STORABLE, '');
}

/** One line, single spaces, null when blank. Every field but the texts of several paragraphs is kept so. */
export function oneLine(text: string | null): string | null {
  if (text === null) return null;
  const line = storable(text).replace(/\s+/g, ' ').trim();
  return line === '' ? null : line;
}

/** Paragraphs as written: line ends unified, nothing blank around it, null when blank. */
export function paragraphs(text: string | null): string | null {
  if (text === null) return null;
  const lines = storable(text)
    .split(/\r\n|\r|\n/)
    .map((line) => (line.trim() === '' ? '' : line));
  const whole = lines.join('\n').trim();
  return whole === '' ? null : whole;
}

/** A text short enough to stand in a message. */
export function excerpt(text: string, length = 60): string {
  const characters = text
    .trimStart()
    .slice(0, 4 * length)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, length + 1);
  return characters.length > length ? `${characters.slice(0, length).toWellFormed()}…` : characters;
}

/** Without the emphasis marks around it; an escaped mark is text. */
export function trimEmphasis(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && (text[start] === '*' || text[start] === '_')) start += 1;
  while (end > start && (text[end - 1] === '*' || text[end - 1] === '_') && text[end - 2] !== '\\') end -= 1;
  return text.slice(start, end).trim();
}
