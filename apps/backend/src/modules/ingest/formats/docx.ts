import { Unusable } from './unusable.ts';
import { isZip, TooLarge, unpackedSize, type ZipEntry, zipEntries } from './zip-entries.ts';

const TEXT = 'word/document.xml';
/** Unpacked; pictures count, and are left out. */
const MOST_BYTES = 100_000_000;
/** Of the text alone with its markup: some thousand pages. */
const MOST_TEXT_BYTES = 30_000_000;

const BROKEN = 'This Word document is damaged and cannot be read. Open it in Word, save it anew and try again.';
const TOO_LARGE = 'This Word document is too large to be read. Save it as several ones, or as Markdown.';
const OTHER =
  'This is an archive or an office file that is no Word document. Save or export it as .docx or Markdown (.md) and try again.';

export const isPacked = isZip;

function entriesOf(bytes: Buffer): ZipEntry[] {
  try {
    return zipEntries(bytes);
  } catch (error) {
    throw new Unusable(BROKEN, { cause: error });
  }
}

function refuseLarge(entries: readonly ZipEntry[]): void {
  try {
    const told = entries.find(({ name }) => name === TEXT);
    unpackedSize(told ? [told] : [], MOST_TEXT_BYTES);
    unpackedSize(entries, MOST_BYTES);
  } catch (error) {
    const large = error instanceof TooLarge;
    throw new Unusable(large ? TOO_LARGE : BROKEN, { cause: error });
  }
}

/** A Word document as the Markdown of voyage documents: its headings, links, lists and emphasis; pictures are left out. */
export async function markdownOfDocx(bytes: Buffer): Promise<string> {
  const entries = entriesOf(bytes);
  if (!entries.some(({ name }) => name === TEXT)) throw new Unusable(OTHER);
  refuseLarge(entries);
  // Both are large, and seldom needed.
  const [{ default: mammoth }, { default: Turndown }] = await Promise.all([import('mammoth'), import('turndown')]);
  const { value: html } = await mammoth
    .convertToHtml({ buffer: bytes }, { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) })
    .catch((cause: unknown) => {
      throw new Unusable(BROKEN, { cause });
    });
  const turndown = new Turndown({ headingStyle: 'atx', bulletListMarker: '*', emDelimiter: '*' });
  turndown.remove(['img', 'script', 'style']);
  return `${turndown.turndown(html)}\n`;
}
