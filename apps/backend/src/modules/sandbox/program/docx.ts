import type TurndownService from 'turndown';
import { Rejection } from './rejection.ts';
import { ZipArchive, ZipTooLargeError } from './zip.ts';

/** Style for runs whose text was deleted with tracked changes. */
const DELETED_STYLE = 'ArchiveDeleted';

const DELETED = /<w:del(?=[\s>])[^>]*(?<!\/)>([\s\S]*?)<\/w:del>/g;
const RUN_START = /<w:r(?=[\s>])[^>]*(?<!\/)>(?:\s*<w:rPr(?=[\s>])[^>]*(?<!\/)>[\s\S]*?<\/w:rPr>|\s*<w:rPr\s*\/>)?/g;
const DELETED_RUN = `<w:r><w:rPr><w:rStyle w:val="${DELETED_STYLE}"/></w:rPr>`;
/** Elements whose content the converter would drop. */
const TRANSPARENT = /<(\/?)w:(?:fldSimple|dir|bdo|ruby|rubyBase)(?=[\s>])[^>]*?(?<!\/)>/g;
const ALTERNATIVES =
  /<mc:AlternateContent(?=[\s>])[^>]*>(?:(?!<\/mc:AlternateContent>)[\s\S])*<\/mc:AlternateContent>/g;
const BOX_TEXT = /<w:txbxContent(?=[\s>])[^>]*>[\s\S]*?<\/w:txbxContent>/g;
const BOX = /<wps:txbx(?=[\s>])/;

/** Converts text boxes that lack a fallback to the format of old Word versions, the only one that the converter reads. */
function readableBoxes(xml: string): string {
  return xml.replaceAll(ALTERNATIVES, (alternatives) => {
    if (alternatives.includes('<mc:Fallback') || !BOX.test(alternatives)) return alternatives;
    const texts = [...alternatives.matchAll(BOX_TEXT)].map(([text]) => text).join('');
    return `<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textbox>${texts}</v:textbox></v:shape></w:pict>`;
  });
}

/** Rewrites the XML of a document so that deleted text is marked, and the converter knows all elements with text. */
function readableXml(xml: string): string {
  const marked = xml.includes('<w:del')
    ? xml.replaceAll(
        DELETED,
        (_, content: string) =>
          `<w:ins>${content
            .replaceAll(RUN_START, DELETED_RUN)
            .replaceAll(/<(\/?)w:delText(?=[\s>])/g, '<$1w:t')
            .replaceAll(/<w:delInstrText(?=[\s>])[^>]*>[^<]*<\/w:delInstrText>/g, '')}</w:ins>`,
      )
    : xml;
  const boxed = marked.includes('<mc:AlternateContent') ? readableBoxes(marked) : marked;
  return boxed.replaceAll(TRANSPARENT, '<$1w:smartTag>');
}

const TEXT_RUN = /<(?:w|a):t(?:\s[^>]*)?>([^<]*)<\/(?:w|a):t>/g;
const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The texts of all non-empty paragraphs. */
const paragraphsIn = (xml: string): string[] =>
  xml
    .split(/<\/(?:w|a):p>/)
    .map((paragraph) =>
      [...paragraph.matchAll(TEXT_RUN)]
        .map(([, run = '']) => run)
        .join('')
        .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => XML_ENTITIES[entity] ?? '')
        .trim(),
    )
    .filter((text) => text !== '');

/** Comments with their authors, by number. */
type Remarks = ReadonlyMap<string, string>;

const XML_COMMENT = /<w:comment\s([^>]*)>([\s\S]*?)<\/w:comment>/g;
const attributeOf = (attributes: string, name: string) => new RegExp(`\\bw:${name}="([^"]*)"`).exec(attributes)?.[1];

/** The comments of a document, for example "Ann Lee: Check the date." */
function remarksIn(xml: string): Remarks {
  return new Map(
    [...xml.matchAll(XML_COMMENT)].map(([, attributes = '', content = '']) => {
      const author = attributeOf(attributes, 'author')?.trim() || 'an unknown author';
      return [attributeOf(attributes, 'id') ?? '', `${author}: ${paragraphsIn(content).join(' ')}`];
    }),
  );
}

/** Limits in unpacked bytes. A part of 30 MB is enough for thousands of pages of text with markup. */
const LIMITS = { entry: 30_000_000, total: 100_000_000 };
/**
 * Maximum number of elements in all parts. Each element takes about 300 bytes of the parser's memory, regardless of its size in the file.
 */
const MAX_ELEMENTS = 1_000_000;

const DAMAGED = 'This Word document is damaged and can’t be read. Open it in Word, save it again, and retry.';
const TOO_LARGE = 'This Word document is too large. Split it into smaller documents, or save it as Markdown.';
const NOT_DOCX = 'This isn’t a Word document. Save or export it as .docx or Markdown (.md) and try again.';

/** Maximum nesting of elements. Word writes about twenty levels. */
const MAX_DEPTH = 300;
/** Maximum size of a tag with its attributes, in bytes. */
const MAX_TAG_BYTES = 1_000_000;

const [LESS, MORE, SLASH, QUERY, MARK] = [...Buffer.from('<>/?!')] as [number, number, number, number, number];

/**
 * Counts the tags that open an element, and everything else that begins with `<` except closing tags.
 * @throws ZipTooLargeError for more than `most` elements, deep nesting or long tags
 */
function countElements(xml: Buffer, most: number): number {
  let count = 0;
  let depth = 0;
  for (let index = xml.indexOf(LESS); index >= 0; index = xml.indexOf(LESS, index + 1)) {
    const end = xml.indexOf(MORE, index);
    if (end < 0) throw new SyntaxError('A tag does not end');
    if (end - index > MAX_TAG_BYTES) throw new ZipTooLargeError('A tag is too long');
    const next = xml[index + 1];
    const isElement = next !== QUERY && next !== MARK;
    if (next === SLASH) depth -= 1;
    else count += 1;
    if (count > most) throw new ZipTooLargeError('The document has too many elements');
    if (isElement && next !== SLASH && xml[end - 1] !== SLASH) depth += 1;
    if (depth > MAX_DEPTH) throw new ZipTooLargeError('The elements are nested too deeply');
  }
  return count;
}

const TEXT_PARTS = /^word\/(?:document|footnotes|endnotes)\d*\.xml$/;

/** The interface through which the converter reads the parts of a document, so that it never opens the ZIP archive itself. */
function partsOf(archive: ZipArchive) {
  let elements = 0;
  return {
    exists: (name: string) => archive.has(name),
    read: async (name: string, encoding?: string) => {
      const part = await archive.read(name);
      elements += countElements(part, MAX_ELEMENTS - elements);
      if (encoding === 'base64') return part.toString('base64');
      if (!encoding) return part;
      const text = new TextDecoder(encoding).decode(part);
      return TEXT_PARTS.test(name) ? readableXml(text) : text;
    },
  };
}

function rejectionOf(error: unknown): Rejection {
  if (error instanceof ZipTooLargeError) return new Rejection(TOO_LARGE, { cause: error });
  const isOther = error instanceof Error && error.message.startsWith('Could not find main document part');
  return new Rejection(isOther ? NOT_DOCX : DAMAGED, { cause: error });
}

const MARGINS = ['header', 'footer', 'diagrams/data'].flatMap((kind) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `word/${kind}${number}.xml`),
);

/** The text of headers, footers and diagrams, which the converter doesn't read. Each distinct text appears once, on its own line. */
async function textOfMargins(archive: ZipArchive, read: (name: string, encoding: string) => Promise<unknown>) {
  const texts = new Set<string>();
  for (const name of MARGINS.filter((part) => archive.has(part)))
    for (const text of paragraphsIn(String(await read(name, 'utf8')))) texts.add(`${text}\n\n`);
  return [...texts].join('');
}

/** The members of a DOM element that the rules use. The converter has no DOM types. */
interface Element {
  getAttribute(name: string): string | null;
  parentNode: Element | null;
  nodeName: string;
  previousSibling: Element | null;
}

const asElement = (node: unknown) => node as Element;
const attribute = (node: unknown, name: string) => asElement(node).getAttribute(name) ?? '';
const REFERENCE = /^#(footnote|endnote)-(\d+)$/;
const BACK_LINK = /^#(?:footnote|endnote)-ref-\d+$/;
const NOTE = /^(footnote|endnote)-(\d+)$/;

/** The label of a note. Endnotes get a prefix, because Word numbers footnotes and endnotes separately. */
const noteOf = ([, kind, number]: readonly string[]) => (kind === 'endnote' ? `end${number}` : number);
const COMMENT = /^#comment-(\d+)$/;
/** Markdown that the document parser treats as a pasted picture. */
const PICTURE = '\n\n[image]: <data:,>\n\n';

/** Placeholder for a remark until its line is complete. */
const PLACE = /\uE000(\d+)\uE001/g;
const LAST_CELL = /^\|.*\|$/;

/** Remarks that aren't text of the document: comments, and text that was deleted or struck through. */
class RemarkList {
  readonly #texts: string[] = [];

  /** Adds a remark. Returns its placeholder. */
  add(text: string): string {
    this.#texts.push(text);
    return `\uE000${this.#texts.length - 1}\uE001`;
  }

  /** Moves each remark below its line or table, as an HTML comment that the document parser reports. */
  placed(markdown: string): string {
    let waiting: string[] = [];
    return `${markdown}\n`
      .split('\n')
      .flatMap((line) => {
        waiting.push(...[...line.matchAll(PLACE)].map(([, index]) => this.#texts[Number(index)] ?? ''));
        const text = line.replaceAll(PLACE, '').replaceAll(/(?<=\S) {2,}(?=\S)/g, ' ');
        if (waiting.length === 0) return [line];
        if (LAST_CELL.test(text)) return [text];
        const comments = waiting.flatMap((remark) => ['', `<!-- ${remark.replaceAll(/-{2,}/g, '—')} -->`, '']);
        waiting = [];
        return text === '' ? comments : [text, ...comments];
      })
      .join('\n')
      .trimEnd();
  }
}

/** Headings that someone typed or pasted as Markdown. Turndown escapes them. */
const TYPED_HEADING = /^\\(?=#{1,3} .*\d{4})/gm;

/** Adds rules for elements that turndown would drop or flatten. */
function addRules(turndown: TurndownService, remarks: RemarkList, comments: Remarks): void {
  turndown.addRule('deleted', {
    filter: 'del',
    replacement: (content) => (content.trim() === '' ? '' : remarks.add(`Deleted text: ${toOneLine(content)}`)),
  });
  turndown.addRule('struck', {
    filter: 's',
    replacement: (content) => (content.trim() === '' ? '' : remarks.add(`Struck-through text: ${toOneLine(content)}`)),
  });
  turndown.addRule('comment', {
    filter: (node) => asElement(node).nodeName === 'A' && COMMENT.test(attribute(node, 'href')),
    replacement: (_, node) => {
      const text = comments.get(COMMENT.exec(attribute(node, 'href'))?.[1] ?? '');
      return text === undefined ? '' : remarks.add(`Word comment by ${text}`);
    },
  });
  // Drops the list of comments at the end, because each comment is inserted where it refers to.
  turndown.addRule('comments', { filter: 'dl', replacement: () => '' });
  turndown.addRule('picture', { filter: 'img', replacement: () => PICTURE });
  turndown.addRule('reference', {
    filter: (node) => asElement(node).nodeName === 'A' && REFERENCE.test(attribute(node, 'href')),
    replacement: (_, node) => `[^${noteOf(REFERENCE.exec(attribute(node, 'href')) ?? [])}]`,
  });
  turndown.addRule('back', {
    filter: (node) => asElement(node).nodeName === 'A' && BACK_LINK.test(attribute(node, 'href')),
    replacement: () => '',
  });
  turndown.addRule('note', {
    filter: (node) => asElement(node).nodeName === 'LI' && NOTE.test(attribute(node, 'id')),
    replacement: (content, node) =>
      `\n\n[^${noteOf(NOTE.exec(attribute(node, 'id')) ?? [])}]: ${toOneLine(content)}\n\n`,
  });
  turndown.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) => `| ${toOneLine(content).replaceAll('|', '\\|')} `,
  });
  turndown.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const cells = content.split(/(?<!\\)\|/).length - 1;
      return `${content}|\n${isFirstRow(asElement(node)) ? `${'|---'.repeat(cells)}|\n` : ''}`;
    },
  });
  turndown.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
  turndown.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
}

const toOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Whether a row is the first one of its table. The table may have a head and a body. */
function isFirstRow({ previousSibling, parentNode }: Element): boolean {
  if (previousSibling !== null) return false;
  return parentNode === null || parentNode.nodeName === 'TABLE' || parentNode.previousSibling === null;
}

const COMMENTS = 'word/comments.xml';
const STYLES = [`r.${DELETED_STYLE} => del`, 'comment-reference => sup'];

/**
 * Converts a Word document to Markdown: headings, links, lists, emphasis, tables, text boxes and notes. Images, comments and deleted text
 * become lines that the document parser reports. Headers and footers become text above the document.
 * @throws Rejection
 */
export async function docxToMarkdown(bytes: Buffer): Promise<string> {
  const [{ default: mammoth }, { default: Turndown }] = await Promise.all([import('mammoth'), import('turndown')]);
  try {
    const archive = await ZipArchive.open(bytes, LIMITS);
    const file = partsOf(archive);
    // The library's types don't include this input: an opened archive instead of a path or a buffer.
    const input = { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
    const { value: html } = await mammoth.convertToHtml(input, {
      styleMap: STYLES,
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    });
    const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '*', emDelimiter: '*' });
    turndown.remove(['script', 'style']);
    const remarks = new RemarkList();
    const read = (name: string) => file.read(name, 'utf8').then(String);
    const comments = archive.has(COMMENTS) ? remarksIn(await read(COMMENTS)) : new Map<string, string>();
    addRules(turndown, remarks, comments);
    const margins = await textOfMargins(archive, file.read);
    return `${margins}${remarks.placed(turndown.turndown(html).replaceAll(TYPED_HEADING, ''))}\n`;
  } catch (error) {
    throw rejectionOf(error);
  }
}
