const startsWith = (bytes: Buffer, sign: string) => bytes.subarray(0, sign.length).equals(Buffer.from(sign, 'latin1'));

const SAVE_AS_WORD = 'Open it in Word or LibreOffice, save it as a Word document (.docx), and import that.';
const SAVE_AS_XLSX = 'Open it in Excel or LibreOffice, save it as an Excel workbook (.xlsx), and import that.';

const BY_START: readonly (readonly [sign: string, message: string])[] = [
  ['{\\rtf', `This is a Rich Text document (.rtf), which can’t be imported. ${SAVE_AS_WORD}`],
  [
    '\u00D0\u00CF\u0011\u00E0',
    'This is a document of an old Office version (.doc or .xls), which can’t be imported. Save a text as a Word document (.docx) and a table as an Excel workbook (.xlsx), and import that.',
  ],
  [
    '%PDF',
    'This is a PDF, which can’t be imported. Export the original as Word (.docx) or Markdown (.md), and import that. Or upload the PDF to the media library, and choose “Make voyages from this” on the page with its text.',
  ],
];

/** Tables that programs save with the ending .xls, although they are web pages or XML. */
const OTHER_TABLE = /^\uFEFF?\s*(?:<(?:!doctype html|html|table|meta)\b[\s\S]*<table\b|<\?xml[\s\S]*<Workbook\b)/i;
const BEGINNING = 64 * 1024;

const ZIP = 'PK\u0003\u0004';
const MAX_NAME = 200;

/** The beginning of a ZIP file, with the names of its first entries, which reveal its format. */
const firstNames = (bytes: Buffer) => bytes.subarray(0, 4096).toString('latin1');

/** A message that says why a file in an unsupported format can't be imported and what to do; undefined for other files. */
export function unsupportedFormatMessage(bytes: Buffer): string | undefined {
  const entry = BY_START.find(([sign]) => startsWith(bytes, sign));
  if (entry) return entry[1];
  if (OTHER_TABLE.test(bytes.subarray(0, BEGINNING).toString()))
    return `This is a table in a web page or in XML, which can’t be imported. ${SAVE_AS_XLSX}`;
  if (!startsWith(bytes, ZIP)) return undefined;
  const names = firstNames(bytes);
  const type = /mimetypeapplication\/vnd\.oasis\.opendocument\.(text|spreadsheet)/.exec(names.slice(0, MAX_NAME))?.[1];
  if (type === 'text') return `This is an OpenDocument text (.odt), which can’t be imported. ${SAVE_AS_WORD}`;
  if (type === 'spreadsheet') return `This is an OpenDocument table (.ods), which can’t be imported. ${SAVE_AS_XLSX}`;
  return undefined;
}
