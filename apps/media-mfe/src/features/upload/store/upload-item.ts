import type { UploadAlbum, UploadVoyage } from '@archive/shell-api';
import { type BatchPlace, type FileValues, peopleOf, type SentRequest, type SharedFields } from '../upload-draft.ts';

/**
 * `missing`: the page was reloaded, so the user must choose the file again. `duplicate`: waits for a decision, while other files are sent.
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'missing' | 'duplicate' | 'failed' | 'done';

/** How a finished upload ended. */
export type Outcome = 'uploaded' | 'linked' | 'existing' | 'merged' | 'replaced' | 'restored';

/**
 * A decision about a duplicate: use the existing record, keep both, or replace. With an identical file, "replace" replaces the fields of
 * the existing record; with a similar image, its file.
 */
export type Decision = 'use' | 'keep' | 'replace';

/** Fields that all files of one upload share. */
export interface Batch {
  shared: SharedFields;
  voyage: UploadVoyage | undefined;
  /** An album of the voyage, or a collection. */
  album?: UploadAlbum | undefined;
}

/** Why a file has no preview, as a sentence. A damaged file should be replaced; a file with another problem may open in other programs. */
export interface PreviewProblem {
  text: string;
  isDamaged: boolean;
}

/** One upload. Edits of `values` during and after the upload are saved too. */
export interface UploadItem {
  id: string;
  batch: Batch;
  /** Absent for a single file. */
  place?: BatchPlace | undefined;
  name: string;
  size: number;
  type: string;
  last_modified: number;
  file: File | undefined;
  /** Object URL of a picture. */
  preview: string | null;
  values: FileValues;
  /** The values of the stored record. */
  saved: FileValues | undefined;
  request: SentRequest | undefined;
  /** Whether to store the file even if the library already has it. */
  allow_duplicate: boolean;
  state: UploadState;
  outcome: Outcome | undefined;
  /** Uploaded fraction, 0 to 1. */
  progress: number;
  /** Number of failed attempts to which the server responded. */
  attempts: number;
  failure: string | undefined;
  /** Status line during upload. */
  note: string | undefined;
  /** Why the stored file has no preview. */
  problem: PreviewProblem | undefined;
  /** The record of the uploaded file. */
  media_slug: string | undefined;
  /** The record that has the same file, in the library or its trash. */
  duplicate: { slug: string; message: string; trashed: boolean } | undefined;
  /** Whether the stored file still has to be compared with the library. */
  checking?: boolean;
  /** The record of a similar image, until there is a decision about it. */
  similar?: { slug: string } | undefined;
  /** Whether the open upload dialog shows the file, so that the tray doesn't. */
  attended: boolean;
}

const ACTIVE: ReadonlySet<UploadState> = new Set(['waiting', 'sending']);

/** Whether a file is being sent or about to be sent. */
export const isActive = ({ state }: UploadItem): boolean => ACTIVE.has(state);

const FIELDS = ['title', 'media_type', 'date', 'alt_text', 'people'] as const;

/** Compares by content, so that it also works for lists of people that were read from the journal. */
const isSame = (value: unknown, saved: unknown) => JSON.stringify(value) === JSON.stringify(saved);

/** The values that the stored record doesn't have yet. */
export function editsOf({ values, saved }: UploadItem): Partial<FileValues> {
  return Object.fromEntries(
    FIELDS.filter((name) => !isSame(values[name], saved?.[name])).map((name) => [name, values[name]]),
  );
}

export const hasEdits = (item: UploadItem): boolean =>
  item.media_slug !== undefined && Object.keys(editsOf(item)).length > 0;

/** Whether the file is to be attached to a voyage, an album or people. */
export const isForRecords = ({ batch, values }: UploadItem): boolean =>
  batch.voyage !== undefined || batch.album !== undefined || peopleOf(values, batch.shared).length > 0;

/** Whether closing the page would lose something. */
export const isUnfinished = (item: UploadItem): boolean =>
  item.state !== 'done' || hasEdits(item) || item.similar !== undefined;
