import type { FileMetadata } from '@archive/contracts';
import type { FileProperties, Measurement, Size } from './rendering.ts';
import type { PageSize } from './viewer-files.ts';

/** Content type of Word documents. */
export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

// Names of files in the directory that a sandboxed process shares with the worker. A preview file is named after its kind; `viewer-files.ts` names
// tiles and pages.
export const INPUT_FILE = 'input';
export const TEXT_FILE = 'text';
export const RESULT_FILE = 'result';

/** The sheets of a workbook that can be chosen. */
export const MAX_SHEETS = 200;

/** The text of a Word document as Markdown, or of an Excel workbook as CSV. */
export interface OfficeText {
  format: 'docx' | 'xlsx';
  text: string;
  /** The sheets of a workbook that have text, with their rows, and the one that was read. */
  sheets?: { name: string; rows: number }[];
  sheet?: string;
}

export type SandboxResult =
  /** The file can't be decoded. Contains a message for curators, whether the file is damaged, and the library's message for the log. */
  | { rejected: string; damaged: boolean; cause: string | null; suggested?: FileMetadata | null }
  | {
      suggested: FileMetadata | null;
      size: Size;
      properties: FileProperties;
      hash: string | null;
      doubtful?: boolean;
      previews: Record<string, Size>;
      measurement?: Measurement;
      /** Whether the text of a Word document is in `TEXT_FILE`. */
      text?: true;
    }
  | { tiles: Size }
  | { playback: Measurement }
  /** The number of pages, and the sizes of those that were rendered. */
  | { pages: number; sizes: PageSize[] }
  | ({ text: true } & Partial<Omit<OfficeText, 'text'>>)
  | { assembled: true }
  | { unpacked: true };
