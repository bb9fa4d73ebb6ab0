const HTML =
  /^(?:<\/?(?:h[1-6]|p|div|ul|ol|li|table|tbody|thead|tr|td|th|br|span|html|body|section|article|blockquote)(?:\s[^<>]*)?\/?>|<!--)/i;
const UNDERLINE = /^(?:={3,}|-{3,})$/;
const TABLE_RULE = /^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?$/;
const LONGEST_RULE = 2000;

/** Whether a line starts with an HTML block element or an HTML comment. */
export const isHtmlLine = (line: string): boolean => HTML.test(line.trimStart());

/** The line below a heading that Markdown underlines: `===` or `---`. */
export const isUnderline = (line: string): boolean => UNDERLINE.test(line.trim());

/** The line below the header of a Markdown table: `|---|---|`. */
export const isTableRule = (line: string): boolean => line.length < LONGEST_RULE && TABLE_RULE.test(line.trim());

const FOOTNOTE = /^\s*\[\^[^\]\s]{1,40}\]:/;

/** Whether a line is the text of a footnote: `[^1]: Washington Star`. */
export const isFootnote = (line: string): boolean => FOOTNOTE.test(line);

const DEFINITION =
  /^ {0,3}\[([^[\]^][^[\]]{0,59})\]:\s+<?(?!data:)([a-z][a-z\d+.-]*:[^\s<>]+|\/[^\s<>]+)>?(?:\s+["'(]([^"]*)["')])?\s*$/i;

/** A link reference definition: `[1]: https://example.org "Title"`. Undefined for other lines. */
export function readReferenceDefinition(line: string): { id: string; url: string; tooltip: string | null } | undefined {
  const [, id, url = '', tooltip] = line.trimStart().startsWith('[') ? (DEFINITION.exec(line) ?? []) : [];
  return id === undefined ? undefined : { id, url, tooltip: tooltip ?? null };
}

export const isReferenceDefinition = (line: string): boolean => readReferenceDefinition(line) !== undefined;
