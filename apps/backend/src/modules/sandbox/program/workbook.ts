import { MAX_SHEET_NAME } from '@archive/contracts';
import { columnsOf } from '@archive/voyage-document';
import readWorkbook from 'read-excel-file/node';
import { MAX_SHEETS, type OfficeText } from '../exchange.ts';
import { Rejection } from './rejection.ts';
import { ZipArchive, ZipTooLargeError } from './zip.ts';

/** Limits in unpacked bytes. A sheet of 50 MB has about half a million cells. */
const LIMITS = { entry: 50_000_000, total: 100_000_000 };
const DAMAGED = 'This Excel workbook is damaged and can’t be read. Open it in Excel, save it again, and retry.';
const TOO_LARGE =
  'This Excel workbook is too large. Split it into smaller workbooks, or save its sheet as CSV (UTF-8).';

type Cell = string | number | boolean | Date | null;
/** The days that a workbook gives to a time without a date end with this one. */
const LAST_DAY_OF_TIMES = '1900-01-01';
const DAY_LENGTH = 'YYYY-MM-DD'.length;
const MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length;
/** Days are stored as numbers with fractions, so that 18:30 can be off by a part of a second. */
const HALF_A_MINUTE = 30_000;

function textOfDate(date: Date): string {
  const rounded = new Date(date.getTime() + HALF_A_MINUTE).toISOString();
  const [day, minute] = [rounded.slice(0, DAY_LENGTH), rounded.slice(DAY_LENGTH + 1, MINUTE_LENGTH)];
  if (day < LAST_DAY_OF_TIMES) return minute;
  return minute === '00:00' ? day : `${day}T${minute}`;
}

const textOf = (cell: Cell | undefined) =>
  cell instanceof Date ? textOfDate(cell) : cell === null || cell === undefined ? '' : String(cell);

const csvCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const TITLE_ROWS = 10;
const EVIDENCE_ROWS = 50;

interface SheetFacts {
  isHidden: boolean;
  /** Merged cells of one column, 0-based. */
  merged: { column: number; from: number; to: number }[];
}

const attribute = (element: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1] ?? '';
const elementsIn = (xml: string, name: string) => xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? [];
const LETTERS = 26;
const columnIndex = (letters: string) =>
  [...letters].reduce((index, letter) => index * LETTERS + letter.charCodeAt(0) - 'A'.charCodeAt(0) + 1, 0) - 1;

/** What the library doesn't tell about the sheets of a workbook, in its order. */
async function factsOf(archive: ZipArchive): Promise<SheetFacts[]> {
  const read = async (name: string) => (archive.has(name) ? (await archive.read(name)).toString() : '');
  const links = elementsIn(await read('xl/_rels/workbook.xml.rels'), 'Relationship');
  const targetOf = (id: string) => attribute(links.find((link) => attribute(link, 'Id') === id) ?? '', 'Target');
  return Promise.all(
    elementsIn(await read('xl/workbook.xml'), 'sheet').map(async (sheet) => {
      const target = targetOf(attribute(sheet, '\\w+:id'));
      const xml = await read(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
      const merged = elementsIn(xml, 'mergeCell').flatMap((element) => {
        const [, letters = '', from, to] = /^([A-Z]+)(\d+):\1(\d+)$/.exec(attribute(element, 'ref')) ?? [];
        return from && to ? [{ column: columnIndex(letters), from: Number(from) - 1, to: Number(to) - 1 }] : [];
      });
      return { isHidden: attribute(sheet, 'state').toLowerCase().includes('hidden'), merged };
    }),
  );
}

/** Gives each row of a merged cell its value. */
function fillMerged(data: Cell[][], { merged }: SheetFacts): void {
  for (const { column, from, to } of merged)
    for (const row of data.slice(from + 1, to + 1)) row[column] ??= data[from]?.[column] ?? null;
}

/** Whether one of the first rows has headings of a table of voyages, by their names or by the cells below. */
const isTable = (rows: readonly string[][]) =>
  rows
    .slice(0, TITLE_ROWS)
    .some((row, index) =>
      columnsOf(row, rows.slice(index + 1, index + 1 + EVIDENCE_ROWS)).some(
        ({ column }) => column === 'start_date' && index + 1 < rows.length,
      ),
    );

/**
 * Converts a sheet of an Excel workbook to CSV: the chosen one, or else the first one with a table of voyages, or the largest one. Hidden
 * sheets are last.
 * @throws Rejection
 */
export async function workbookToCsv(bytes: Buffer, chosen: string | null): Promise<Omit<OfficeText, 'format'>> {
  try {
    // Checks the limits, and that all programs read the archive in the same way.
    const facts = await factsOf(await ZipArchive.open(bytes, LIMITS));
    const workbook = (await readWorkbook(bytes)) as { sheet: string; data: Cell[][] }[];
    for (const [index, { data }] of workbook.entries()) if (facts[index]) fillMerged(data, facts[index]);
    const isHidden = (sheet: (typeof workbook)[number]) => facts[workbook.indexOf(sheet)]?.isHidden === true;
    const sheets = workbook
      // Visible sheets first.
      .toSorted((a, b) => Number(isHidden(a)) - Number(isHidden(b)))
      .map(({ sheet, data }) => ({ name: sheet.slice(0, MAX_SHEET_NAME), rows: data.map((row) => row.map(textOf)) }))
      .map(({ name, rows }) => ({ name, rows: rows.filter((row) => row.some((cell) => cell.trim() !== '')) }))
      .filter(({ rows }) => rows.length > 0)
      .slice(0, MAX_SHEETS);
    const largest = sheets.toSorted((a, b) => b.rows.length - a.rows.length)[0];
    const sheet = sheets.find(({ name }) => name === chosen) ?? sheets.find(({ rows }) => isTable(rows)) ?? largest;
    return {
      text: (sheet?.rows ?? []).map((row) => row.map(csvCell).join(',')).join('\n'),
      sheets: sheets.map(({ name, rows }) => ({ name, rows: rows.length })),
      ...(sheet && { sheet: sheet.name }),
    };
  } catch (error) {
    throw new Rejection(error instanceof ZipTooLargeError ? TOO_LARGE : DAMAGED, { cause: error });
  }
}
