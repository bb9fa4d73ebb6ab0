import type { OfficeText } from '../exchange.ts';

const isWorkbook = (bytes: Buffer) => bytes.includes('xl/workbook') && !bytes.includes('word/document');

/**
 * Converts a Word document to Markdown, or an Excel workbook to CSV.
 * @throws Rejection
 */
export async function officeToText(bytes: Buffer): Promise<OfficeText> {
  if (!isWorkbook(bytes)) return { format: 'docx', text: await (await import('./docx.ts')).docxToMarkdown(bytes) };
  return { format: 'xlsx', text: await (await import('./workbook.ts')).workbookToCsv(bytes) };
}
