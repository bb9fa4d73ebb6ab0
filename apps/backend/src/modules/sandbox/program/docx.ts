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
  for (let at = xml.indexOf(LESS); at >= 0; at = xml.indexOf(LESS, at + 1)) {
    const end = xml.indexOf(MORE, at);
    if (end < 0) throw new SyntaxError('A tag does not end');
    if (end - at > MAX_TAG_BYTES) throw new ZipTooLargeError('A tag is too long');
    const next = xml[at + 1];
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

/**
 * Converts a Word document to Markdown: headings, links, lists and emphasis; images are omitted.
 * @throws Rejection
 */
export async function docxToMarkdown(bytes: Buffer): Promise<string> {
  const [{ default: mammoth }, { default: Turndown }] = await Promise.all([import('mammoth'), import('turndown')]);
  try {
    const file = partsOf(await ZipArchive.open(bytes, LIMITS));
    // Not among the library's types: an opened archive in place of a path or a buffer.
    const input = { file } as unknown as Parameters<typeof mammoth.convertToHtml>[0];
    const { value: html } = await mammoth.convertToHtml(input, {
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    });
    const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '*', emDelimiter: '*' });
    turndown.remove(['img', 'script', 'style']);
    return `${turndown.turndown(html)}\n`;
  } catch (error) {
    throw rejectionOf(error);
  }
}
