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
  | { unpacked: PackageOrigin };

/** What a package says of the archive that exported it. */
export interface PackageOrigin {
  archive: string | null;
  exported_on: string | null;
}

// Names of files in the directory of the sandboxed process that unpacks a package.
/** One line for each unpacked file: its path in the package, as JSON. Line n, counted from 0, is the path of `entryFile(n)`. */
export const LISTING_FILE = 'listing';
export const entryFile = (index: number) => `entry-${index}`;

/** The version of the format, as `docs/package.md` describes it. Additions keep the number. */
export const PACKAGE_VERSION = '1';

/** Folders of a package that are imported. */
export const RECORDS_FOLDER = 'data/records/';
export const FILES_FOLDER = 'data/files/';

/** The text of a page; null until it is recognized. Page numbers start at 1. */
export interface ReadPage {
  page: number;
  text: string | null;
  /** Confidence in percent. Only set for recognized text. */
  confidence?: number;
}

// Names of files in the directory of the sandboxed process.
export const ASSEMBLY_FILE = 'assembly';
export const ASSEMBLED_FILE = 'assembled';
export const pieceFile = (index: number) => `piece-${index}`;
export const isPieceFile = (name: string) => name.startsWith('piece-');

export type QuarterTurn = 0 | 90 | 180 | 270;
export type AssemblyQuality = 'color' | 'gray' | 'bitonal';
export type AssemblyFormat = 'jpg' | 'png' | 'webp';

/** Describes how to assemble a picture from pieces. The fields are in the order of the steps. */
export interface Assembly {
  /** Number of pieces per row. Pieces are in reading order, and all except the last one of a row or column have the same size. */
  columns: number;
  /** The region of the joined pieces to crop to. */
  region: Size & { left: number; top: number };
  /** The size to scale that region to, before the rotation. */
  size: Size;
  isMirrored: boolean;
  /** Clockwise. */
  turn: QuarterTurn;
  quality: AssemblyQuality;
  format: AssemblyFormat;
}
