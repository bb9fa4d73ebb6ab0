import { aZip } from './zip.ts';

/** A cell: text, a number, or a number with one of the number formats of `FORMATS`. */
export type WorkbookCell = string | number | { value: number; format: keyof typeof FORMATS } | null;

/** Built-in number formats of workbooks. */
const FORMATS = { date: 14, time: 20, dateTime: 22 } as const;
const STYLES = Object.keys(FORMATS) as (keyof typeof FORMATS)[];

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const columnName = (index: number) => String.fromCharCode('A'.charCodeAt(0) + index);

function cellXml(cell: WorkbookCell, place: string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`;
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  return `<c r="${place}" s="${STYLES.indexOf(cell.format) + 1}"><v>${cell.value}</v></c>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** A minimal Excel workbook with these sheets. */
export function aWorkbook(sheets: Record<string, readonly (readonly WorkbookCell[])[]>): Buffer {
  const names = Object.keys(sheets);
  const files = Object.fromEntries(
    Object.values(sheets).map((rows, index) => {
      const data = rows.map((row, at) => {
        const cells = row.map((cell, column) => cellXml(cell, `${columnName(column)}${at + 1}`)).join('');
        return `<row r="${at + 1}">${cells}</row>`;
      });
      return [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${data.join('')}</sheetData></worksheet>`,
      ];
    }),
  );
  const xmls: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names.map((_, index) => `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${STYLES.length + 1}"><xf numFmtId="0"/>${STYLES.map((name) => `<xf numFmtId="${FORMATS[name]}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    ...files,
  };
  return aZip(Object.fromEntries(Object.entries(xmls).map(([name, xml]) => [name, Buffer.from(xml)])));
}
