import { readFile, writeFile } from 'node:fs/promises';
import sharp, { type OutputInfo } from 'sharp';
import { TEXT_FILE } from '../exchange.ts';
import { NO_PROPERTIES, PREVIEW_WIDTHS, type Rendering } from '../rendering.ts';
import { docxToMarkdown } from './docx.ts';
import { Rejection } from './rejection.ts';
import { previewsOf } from './render-image.ts';
import { ZipTooLargeError } from './zip.ts';

/** Maximum length of the text that a page shows: about a hundred sheets of paper. */
const MAX_CHARACTERS = 300_000;
const TRUNCATION_NOTE = '*The rest of this document isn’t shown. Download it to read everything.*';

/** Resolution at which a sheet of letter paper (8.5 inches) is as wide as the large preview. */
const DPI = Math.round(PREVIEW_WIDTHS.large / 8.5);
const SHEET = { width: PREVIEW_WIDTHS.large, height: 11 * DPI };
const TEXT_SIZE = { width: SHEET.width - 2 * DPI, height: SHEET.height - 2 * DPI };
const FONT = 'serif 11';
const WHITE = '#ffffff';
/** More characters than fit on the sheet. */
const MAX_DRAWN_CHARACTERS = 5000;
const MAX_DRAWN_BLOCKS = 100;

/** The text for readers: without comments and deleted text, and with a placeholder for each picture. */
function readersText(markdown: string): string {
  const text = markdown
    .toWellFormed()
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^\[image\]: .*$/gm, '*[Image]*')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  if (text.length <= MAX_CHARACTERS) return text;
  const end = text.lastIndexOf('\n\n', MAX_CHARACTERS);
  return `${text.slice(0, end > 0 ? end : MAX_CHARACTERS).toWellFormed()}\n\n${TRUNCATION_NOTE}`;
}

const LINK = /!?\[([^\]]*)\]\([^)]*\)/g;
const MARKS = /(?<!\\)[*_`]/g;
const ESCAPE = /\\(?=[\p{P}\p{S}])/gu;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes a line for the text renderer's markup. */
const escapeLine = (line: string) =>
  line
    .replaceAll(LINK, '$1')
    .replaceAll(MARKS, '')
    .replaceAll(ESCAPE, '')
    .replaceAll(/[^\P{C}]/gu, '')
    .replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

const HEADING = /^(#{1,6}) +(.*)$/;
const HEADING_SIZES = ['160%', '130%', '115%'];
const RULE = /^\|(?:---\|)+$/;
const ROW = /^\| (.*) \|$/;

/** Converts a line of Markdown to the renderer's markup: a heading, a table row, a list item, or text. */
function markupOf(line: string): string {
  const [, marks = '', heading] = HEADING.exec(line) ?? [];
  if (heading !== undefined)
    return `<span size="${HEADING_SIZES[marks.length - 1] ?? '100%'}" weight="bold">${escapeLine(heading)}</span>`;
  const row = ROW.exec(line)?.[1];
  if (row !== undefined)
    return row
      .split(/ +(?<!\\)\| +/)
      .map(escapeLine)
      .join('   ');
  return escapeLine(line.replace(/^\s*\* +/, '•  '));
}

/** The beginning of a text as markup, with an empty line between paragraphs. */
const beginningOf = (markdown: string) =>
  markdown
    .slice(0, MAX_DRAWN_CHARACTERS)
    .toWellFormed()
    .split('\n')
    .filter((line) => !RULE.test(line))
    .slice(0, MAX_DRAWN_BLOCKS)
    .map(markupOf)
    .join('\n');

const WHITE_PIXEL = 255;

/** The number of rows that fit on the sheet without cutting a line of text. */
function rowsThatFit(pixels: Buffer, { width, height, channels }: OutputInfo): number {
  if (height <= TEXT_SIZE.height) return height;
  const rowBytes = width * channels;
  for (let row = TEXT_SIZE.height; row > TEXT_SIZE.height / 2; row -= 1)
    if (pixels.subarray((row - 1) * rowBytes, row * rowBytes).every((value) => value === WHITE_PIXEL)) return row;
  return TEXT_SIZE.height;
}

/** Draws the beginning of a text on a sheet of paper. */
async function drawSheet(markdown: string) {
  const sheet = sharp({ create: { ...SHEET, channels: 3, background: WHITE } });
  const text = beginningOf(markdown);
  if (text.trim() !== '') {
    const lines = { text, font: FONT, dpi: DPI, width: TEXT_SIZE.width, wrap: 'word-char', rgba: true } as const;
    const { data, info } = await sharp({ text: lines })
      .flatten({ background: WHITE })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    const shown = { width: Math.min(width, SHEET.width - DPI), height: rowsThatFit(data, info), left: 0, top: 0 };
    const input = await sharp(data, { raw: { width, height, channels } }).extract(shown).png().toBuffer();
    sheet.composite([{ input, left: DPI, top: DPI }]);
  }
  return sheet.raw().toBuffer({ resolveWithObject: true });
}

async function markdownOf(file: string): Promise<string> {
  try {
    return await docxToMarkdown(await readFile(file));
  } catch (error) {
    const { cause } = error as Rejection;
    const isTooLarge = cause instanceof ZipTooLargeError;
    throw new Rejection(`The Word document is ${isTooLarge ? 'too large' : 'damaged'}, so it has no preview.`, {
      cause,
      isDamaged: !isTooLarge,
    });
  }
}

/**
 * Writes the text of a Word document as Markdown for readers, and draws its beginning as the preview, because it has no fixed pages.
 * @throws Rejection
 */
export async function renderDocx(file: string): Promise<Rendering> {
  const text = readersText(await markdownOf(file));
  await writeFile(TEXT_FILE, text);
  sharp.cache(false);
  sharp.concurrency(1);
  // Pages of text look too similar for a picture hash.
  return { ...SHEET, properties: NO_PROPERTIES, hash: null, previews: await previewsOf(await drawSheet(text)) };
}
