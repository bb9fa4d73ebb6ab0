import { DocumentError } from './document-error.ts';
import { isZip, ZipArchive, ZipTooLargeError } from './zip.ts';

const TEXT_PART = 'word/document.xml';
/** Unpacked, including images, which are not imported. */
const MAX_BYTES = 100_000_000;
/** The text with its markup: several thousand pages. */
const MAX_TEXT_BYTES = 30_000_000;

const DAMAGED = 'This Word document is damaged and can’t be read. Open it in Word, save it again, and retry.';
const TOO_LARGE = 'This Word document is too large. Split it into smaller documents, or save it as Markdown.';
const NOT_DOCX = 'This isn’t a Word document. Save or export it as .docx or Markdown (.md) and try again.';

export const isDocx = isZip;

/** @throws DocumentError for a damaged or oversized archive, or another file type */
async function checkArchive(bytes: Buffer): Promise<void> {
  try {
    const archive = await ZipArchive.open(bytes);
    if (!archive.has(TEXT_PART)) throw new DocumentError(NOT_DOCX);
    await archive.checkSize(MAX_TEXT_BYTES, TEXT_PART);
    await archive.checkSize(MAX_BYTES);
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(error instanceof ZipTooLargeError ? TOO_LARGE : DAMAGED, { cause: error });
  }
}

/**
 * Converts a Word document to Markdown: headings, links, lists and emphasis; images are omitted.
 * @throws DocumentError
 */
export async function docxToMarkdown(bytes: Buffer): Promise<string> {
  await checkArchive(bytes);
  // Loaded on demand, because the libraries are large and rarely needed.
  const [{ default: mammoth }, { default: Turndown }] = await Promise.all([import('mammoth'), import('turndown')]);
  const { value: html } = await mammoth
    .convertToHtml({ buffer: bytes }, { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) })
    .catch((cause: unknown) => {
      throw new DocumentError(DAMAGED, { cause });
    });
  const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '*', emDelimiter: '*' });
  turndown.remove(['img', 'script', 'style']);
  return `${turndown.turndown(html)}\n`;
}
