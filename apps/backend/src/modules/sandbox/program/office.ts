import type { OfficeText } from '../exchange.ts';

const isWorkbook = (bytes: Buffer) => bytes.includes('xl/workbook') && !bytes.includes('word/document');

/**
 * Converts a Word document to Markdown, or a sheet of an Excel workbook to CSV: the chosen one, or else the first one with a table.
 * @throws Rejection
 */
export async function officeToText(bytes: Buffer, sheet: string | null = null): Promise<OfficeText> {
  if (!isWorkbook(bytes)) return { format: 'docx', text: await (await import('./docx.ts')).docxToMarkdown(bytes) };
  return { format: 'xlsx', ...(await (await import('./workbook.ts')).workbookToCsv(bytes, sheet)) };
}
