import type TurndownService from 'turndown';
import { Rejection } from './rejection.ts';
import { ZipArchive, ZipTooLargeError } from './zip.ts';

/** Unpacked bytes. A part of 30 MB is the text of several thousand pages with its markup. */
const LIMITS = { entry: 30_000_000, total: 100_000_000 };
/** Elements of all parts together; each costs the parser about 300 bytes, whatever its size in the file. */
const MAX_ELEMENTS = 1_000_000;

const DAMAGED = 'This Word document is damaged and can’t be read. Open it in Word, save it again, and retry.';
const TOO_LARGE = 'This Word document is too large. Split it into smaller documents, or save it as Markdown.';
const NOT_DOCX = 'This isn’t a Word document. Save or export it as .docx or Markdown (.md) and try again.';

/** Elements in elements; Word writes about twenty. */
const MAX_DEPTH = 300;
/** Bytes of a tag with its attributes. */
const MAX_TAG_BYTES = 1_000_000;

const [LESS, MORE, SLASH, QUERY, MARK] = [...Buffer.from('<>/?!')] as [number, number, number, number, number];

/** The number of tags that open an element, and whatever else begins with `<`. @throws ZipTooLargeError for deep nesting and long tags */
function countElements(xml: Buffer): number {
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
    if (isElement && next !== SLASH && xml[end - 1] !== SLASH) depth += 1;
    if (depth > MAX_DEPTH) throw new ZipTooLargeError('The elements are nested too deeply');
  }
  return count;
}

/** The parts of a document as the converter reads them, so that it never opens the ZIP archive itself. */
function partsOf(archive: ZipArchive) {
  let elements = 0;
  return {
    exists: (name: string) => archive.has(name),
    read: async (name: string, encoding?: string) => {
      const part = await archive.read(name);
      elements += countElements(part);
      if (elements > MAX_ELEMENTS) throw new ZipTooLargeError('The document has too many elements');
      if (encoding === 'base64') return part.toString('base64');
      return encoding ? new TextDecoder(encoding).decode(part) : part;
    },
  };
}

function rejectionOf(error: unknown): Rejection {
  if (error instanceof ZipTooLargeError) return new Rejection(TOO_LARGE, { cause: error });
  const isOther = error instanceof Error && error.message.startsWith('Could not find main document part');
  return new Rejection(isOther ? NOT_DOCX : DAMAGED, { cause: error });
}

const MARGINS = ['header', 'footer'].flatMap((kind) => [1, 2, 3, 4, 5].map((number) => `word/${kind}${number}.xml`));
const TEXT_RUN = /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>/g;
const XML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Headers and footers, which the converter doesn't read: each text once, in a line of its own. */
async function textOfMargins(archive: ZipArchive, read: (name: string, encoding: string) => Promise<unknown>) {
  const texts = new Set<string>();
  for (const name of MARGINS.filter((part) => archive.has(part))) {
    const xml = String(await read(name, 'utf8'));
    for (const paragraph of xml.split('</w:p>')) {
      const text = [...paragraph.matchAll(TEXT_RUN)].map(([, run = '']) => run).join('');
      const plain = text
        .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => XML_ENTITIES[entity] ?? '')
        .trim();
      if (plain !== '') texts.add(`${plain}\n\n`);
    }
  }
  return [...texts].join('');
}

/** What the rules read of an element; the converter has no types of a browser. */
interface Element {
  getAttribute(name: string): string | null;
  parentNode: Element | null;
  nodeName: string;
  previousSibling: Element | null;
}

const asElement = (node: unknown) => node as Element;
const REFERENCE = /^#(?:footnote|endnote)-(\d+)$/;
const BACK = /^#(?:footnote|endnote)-ref-\d+$/;
const NOTE = /^(?:footnote|endnote)-(\d+)$/;
/** Read as a pasted picture. */
const PICTURE = '\n\n[image]: <data:,>\n\n';

/** Rules for elements that turndown drops or flattens. */
function addRules(turndown: TurndownService): void {
  const attribute = (node: unknown, name: string) => asElement(node).getAttribute(name) ?? '';
  turndown.addRule('picture', { filter: 'img', replacement: () => PICTURE });
  turndown.addRule('reference', {
    filter: (node) => node.nodeName === 'A' && REFERENCE.test(attribute(node, 'href')),
    replacement: (_, node) => `[^${REFERENCE.exec(attribute(node, 'href'))?.[1] ?? ''}]`,
  });
  turndown.addRule('back', {
    filter: (node) => node.nodeName === 'A' && BACK.test(attribute(node, 'href')),
    replacement: () => '',
  });
  turndown.addRule('note', {
    filter: (node) => node.nodeName === 'LI' && NOTE.test(attribute(node, 'id')),
    replacement: (content, node) => `\n\n[^${NOTE.exec(attribute(node, 'id'))?.[1] ?? ''}]: ${oneLine(content)}\n\n`,
  });
  turndown.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) => `| ${oneLine(content).replaceAll('|', '\\|')} `,
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

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Whether a row is the first one of its table, which may have a head and a body. */
function isFirstRow({ previousSibling, parentNode }: Element): boolean {
  if (previousSibling !== null) return false;
  return parentNode === null || parentNode.nodeName === 'TABLE' || parentNode.previousSibling === null;
}

/**
 * Converts a Word document to Markdown: headings, links, lists, emphasis, tables and footnotes. An image is a line that the parser reports;
 * headers and footers are text above the document.
 * @throws Rejection
 */
export async function docxToMarkdown(bytes: Buffer): Promise<string> {
  const [{ default: mammoth }, { default: Turndown }] = await Promise.all([import('mammoth'), import('turndown')]);
  try {
    const archive = await ZipArchive.open(bytes, LIMITS);
    const file = partsOf(archive);
    // Not among the library's types: an opened archive in place of a path or a buffer.
    const input = { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
    const { value: html } = await mammoth.convertToHtml(input, {
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    });
    const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '*', emDelimiter: '*' });
    turndown.remove(['script', 'style']);
    addRules(turndown);
    const margins = await textOfMargins(archive, file.read);
    return `${margins}${turndown.turndown(html)}\n`;
  } catch (error) {
    throw rejectionOf(error);
  }
}
