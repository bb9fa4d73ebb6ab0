import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { ReadPage } from '../exchange.ts';
import { docxToMarkdown } from './docx.ts';
import { PDF_CHANNELS, PdfDocument, pdfRejection } from './pdf-document.ts';
import { type GrayImage, recognize } from './recognize.ts';
import { openPicture } from './picture.ts';
import { Rejection } from './rejection.ts';
import { tiffPages } from './tiff-pages.ts';

const PDF = 'application/pdf';
/** Maximum number of pages that are read from a file. */
export const MAX_PAGES = 500;
/** Maximum number of characters per page. A printed page has about 3,000. */
const MAX_CHARACTERS = 30_000;
/** Maximum number of characters in a part of a Word document, which is treated as a page, because such documents have no fixed pages. */
const PART_CHARACTERS = 5000;
/** A page with less text than this is treated as a scan with a stamp or a page number. */
const MIN_TEXT = 20;
/** The long side of a letter page at 250 DPI, in pixels. 300 DPI doesn't improve the results of the OCR engine, and takes longer. */
const LONG_SIDE = 2800;
/** Maximum factor by which small images are enlarged. */
const MAX_ENLARGEMENT = 2;
const NO_TEXT = 'its text can’t be read';

sharp.cache(false);
sharp.concurrency(1);

/** Control characters, soft hyphens and the like, but not line breaks. */
const INVISIBLE = /[^\P{C}\n]/gu;
const cleanText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/**
 * The text in a file, by page. Pages of scans have none, so `recognizePage` must read them.
 * @throws Rejection
 */
export async function textPages(file: string, type: string): Promise<ReadPage[]> {
  if (type === PDF) return pdfPages(file);
  if (type.startsWith('image/')) return picturePages(file, type);
  const markdown = await docxToMarkdown(await readFile(file));
  return partsOf(plainText(markdown)).map((text, index) => ({ page: index + 1, text }));
}

async function picturePages(file: string, type: string): Promise<ReadPage[]> {
  const pages = type === 'image/tiff' ? (await tiffPages(file)).length : 1;
  return Array.from({ length: Math.min(pages, MAX_PAGES) }, (_, index) => ({ page: index + 1, text: null }));
}

async function pdfPages(file: string): Promise<ReadPage[]> {
  try {
    const document = await PdfDocument.open(file);
    return Array.from({ length: Math.min(document.pages, MAX_PAGES) }, (_, index) => {
      const text = cleanText(document.textOf(index + 1)).slice(0, MAX_CHARACTERS);
      return { page: index + 1, text: text.length < MIN_TEXT ? null : text };
    });
  } catch (error) {
    throw pdfRejection(error, NO_TEXT);
  }
}

const LINK = /!?\[([^\]]*)\]\([^)]*\)/g;

/** The text of Markdown without its markup. */
const plainText = (markdown: string) =>
  cleanText(
    markdown
      .replaceAll(/<!--[\s\S]*?-->/g, '')
      .replaceAll(/^\[image\]: .*$/gm, '')
      .replaceAll(LINK, '$1')
      .replaceAll(/^[#>|*\-\s]+/gm, '')
      .replaceAll(/[*_`|\\]+/g, ' '),
  );

const LONG_LINE = new RegExp(`.{1,${PART_CHARACTERS}}`, 'gu');

/** Splits a text into parts, between paragraphs. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (const paragraph of text.split(/\n+/).flatMap((line) => line.match(LONG_LINE) ?? [])) {
    if (part !== '' && part.length + paragraph.length > PART_CHARACTERS) {
      parts.push(part);
      part = '';
    }
    part += part === '' ? paragraph : `\n${paragraph}`;
  }
  return [...parts, part].filter((item) => item !== '').slice(0, MAX_PAGES);
}

/**
 * Recognizes the text of an image, or of a PDF page without text.
 * @throws Rejection
 */
export async function recognizePage(file: string, type: string, page: number): Promise<ReadPage> {
  const { text, confidence } = await recognize(
    type === PDF ? await grayPage(file, page) : await grayImage(file, type, page),
  );
  return { page, text: cleanText(text).slice(0, MAX_CHARACTERS), confidence };
}

async function grayPage(file: string, page: number): Promise<GrayImage> {
  try {
    const document = await PdfDocument.open(file);
    const { pixels, width, height } = document.draw(page, { width: LONG_SIDE, height: LONG_SIDE });
    document.close();
    return await gray(
      sharp(pixels, { raw: { width, height, channels: PDF_CHANNELS } }).flatten({ background: '#fff' }),
    );
  } catch (error) {
    throw pdfRejection(error, NO_TEXT);
  }
}

async function grayImage(file: string, type: string, page: number): Promise<GrayImage> {
  try {
    const picture = await openPicture(file, type);
    const longest = Math.max(picture.size.width, picture.size.height);
    const side = Math.min(LONG_SIDE, longest * MAX_ENLARGEMENT);
    return await gray((await picture.open(page)).resize({ width: side, height: side, fit: 'inside' }));
  } catch (error) {
    throw new Rejection(`The image is damaged or too large, so ${NO_TEXT}.`, { cause: error });
  }
}

async function gray(image: Sharp): Promise<GrayImage> {
  const { data, info } = await image
    .toColourspace('b-w')
    .normalize()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  if (channels === 1) return { data, width, height };
  const first = Buffer.alloc(width * height);
  for (let index = 0; index < first.length; index += 1) first[index] = data[index * channels] ?? 0;
  return { data: first, width, height };
}
