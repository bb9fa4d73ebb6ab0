// cspell:ignore Fmts
import { aZip } from './zip.ts';

/** A cell: text, a number, a number with one of the number formats of `FORMATS`, or a formula with its last value. */
export type WorkbookCell =
  | string
  | number
  | { value: number; format: keyof typeof FORMATS; formula?: string }
  | { value: string; formula: string }
  | null;

/** Number formats of workbooks: built in, and of its own. */
const FORMATS = { date: 14, time: 20, dateTime: 22, german: 164 } as const;
const STYLES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const columnName = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);

function cellXml(cell: WorkbookCell, place: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  const formula = cell.formula === undefined ? '' : `<f>${escapeXml(cell.formula)}</f>`;
  if (!('format' in cell)) return `<c r="${place}" t="str">${formula}<v>${escapeXml(cell.value)}</v></c>`;
  return `<c r="${place}" s="${STYLES.indexOf(cell.format) + 1}">${formula}<v>${cell.value}</v></c>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

interface WorkbookOptions {
  /** Whether days are counted from 1904, as Excel on a Mac did. */
  is1904?: boolean;
  /** Names of hidden sheets. */
  hidden?: readonly string[];
  /** 1-based numbers of hidden rows. */
  hiddenRows?: readonly number[];
  /** Merged cells of each sheet: `A2:A3`. */
  merged?: readonly string[];
}

/** A minimal Excel workbook with these sheets. */
export function aWorkbook(
  sheets: Record<string, readonly (readonly WorkbookCell[])[]>,
  { is1904 = false, hidden = [], hiddenRows = [], merged = [] }: WorkbookOptions = {},
): Buffer {
  const names = Object.keys(sheets);
  const files = Object.fromEntries(
    Object.values(sheets).map((rows, index) => {
      const data = rows.map((row, at) => {
        const cells = row.map((cell, column) => cellXml(cell, `${columnName(column)}${at + 1}`)).join('');
        return `<row r="${at + 1}"${hiddenRows.includes(at + 1) ? ' hidden="1"' : ''}>${cells}</row>`;
      });
      const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
      return [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${data.join('')}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}</worksheet>`,
      ];
    }),
  );
  const xmls: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${is1904 ? '<workbookPr date1904="1"/>' : ''}<sheets>${names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${hidden.includes(name) ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="[$-407]d\\.\\ mmmm\\ yyyy;@"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${STYLES.length + 1}"><xf numFmtId="0"/>${STYLES.map((name) => `<xf numFmtId="${FORMATS[name]}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    ...files,
  };
  return aZip(Object.fromEntries(Object.entries(xmls).map(([name, xml]) => [name, Buffer.from(xml)])));
}
