import { newKey } from '@archive/editing';
import { type FramePart, type UploadAlbum, type UploadVoyage, framePartKey } from '@archive/shell-api';
import {
  type BatchPlace,
  EMPTY_SHARED_FIELDS,
  type FileValues,
  type SentRequest,
  type SharedFields,
  peopleOf,
} from '../upload-draft.ts';

/**
 * `missing`: the page was reloaded, so the user must choose the file again. `duplicate`: waits for a decision, while other files are sent.
 */
type UploadState = 'waiting' | 'sending' | 'paused' | 'missing' | 'duplicate' | 'failed' | 'done';

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

/** The uploads of this window, written to the browser's storage with each change. */
export class UploadList {
  #items: readonly UploadItem[] = [];
  /** The user who uploads. */
  #username = '';
  readonly #listeners = new Set<() => void>();
  readonly #journal = new UploadJournal();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly items = (): readonly UploadItem[] => this.#items;

  /** Sets the user. A different user starts with an empty list. */
  changePerson(username: string): void {
    if (this.#username !== '' && this.#username !== username) this.#set([]);
    this.#username = username;
  }

  /** Adds the uploads of this user from before a reload. */
  async takeOver(onFound: (items: readonly UploadItem[]) => void): Promise<void> {
    await this.#journal.takeOver(this.#username, (found) => {
      this.add(found);
      onFound(found);
    });
  }

  add(items: readonly UploadItem[]): void {
    this.#set([...this.#items, ...items]);
    this.#write();
  }

  remove(ids: ReadonlySet<string>): void {
    this.#set(this.#items.filter(({ id }) => !ids.has(id)));
    this.#write();
  }

  find(id: string): UploadItem | undefined {
    return this.#items.find((item) => item.id === id);
  }

  /** Changes an upload. Pass `isStored = false` for progress and notes, which aren't needed after a reload. */
  change(id: string, changes: Partial<UploadItem>, isStored = true): void {
    this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...changes } : item)));
    if (isStored) this.#write();
  }

  #write(): void {
    this.#journal.write(this.#username, this.#items);
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}

export const TRAY: FramePart = { remote: 'media', exposed: './upload-tray' };

const FORMAT = 1;
const PREFIX = framePartKey(TRAY, '');

/** An upload, reduced to data that a browser can store. */
type StoredItem = Omit<UploadItem, 'file' | 'preview' | 'progress' | 'note' | 'attended'>;

interface StoredList {
  format: number;
  /** The user who uploads. */
  username: string;
  items: StoredItem[];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readList(key: string): StoredList | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (isRecord(value) && value['format'] === FORMAT && Array.isArray(value['items']))
      return value as unknown as StoredList;
  } catch {
    // The list can't be read, so there is nothing to resume.
  }
  return undefined;
}

/** An upload after a reload. The user must choose its file again, unless the record is stored or a duplicate waits for a decision. */
function restoredItem(item: StoredItem): UploadItem {
  const isSent = item.state === 'duplicate' || item.state === 'done';
  return {
    ...item,
    // Uploads stored by an earlier version have no people.
    values: { ...item.values, people: item.values.people ?? [] },
    batch: { ...item.batch, shared: { ...EMPTY_SHARED_FIELDS, ...item.batch.shared } },
    file: undefined,
    preview: null,
    progress: isSent ? 1 : 0,
    note: undefined,
    // The tray shows the file if a similar image is found.
    attended: item.checking === true,
    state: isSent ? item.state : 'missing',
  };
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

/** Runs `work` if no other window holds the lock of the list. */
async function ifAvailable(key: string, work: () => void): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(key, { ifAvailable: true }, (lock) => lock && work());
}

/** The unfinished uploads of this window, stored in the browser across reloads and crashes. */
class UploadJournal {
  readonly #key = framePartKey(TRAY, newKey());
  #isLocked = false;

  /** Writes synchronously, so that it also works while the page closes. */
  write(username: string, items: readonly UploadItem[]): void {
    const unfinished = items.filter((item) => isUnfinished(item) || item.checking);
    try {
      if (unfinished.length === 0) {
        localStorage.removeItem(this.#key);
        return;
      }
      this.#lock();
      const stored = unfinished.map(
        ({ file: _file, preview: _preview, progress: _progress, note: _note, attended: _attended, ...item }) => item,
      );
      localStorage.setItem(this.#key, JSON.stringify({ format: FORMAT, username, items: stored } satisfies StoredList));
    } catch {
      // Storage is full or unavailable. The uploads continue, but don't survive a reload.
    }
  }

  /**
   * Moves the uploads of this user from closed windows, and from this window
   * before its reload, to this list. `adopt` must write them to this list.
   */
  async takeOver(username: string, adopt: (items: UploadItem[]) => void): Promise<void> {
    for (const key of storedKeys())
      if (key !== this.#key)
        await ifAvailable(key, () => {
          const list = readList(key);
          if (list && list.username !== username) return;
          if (list) adopt(list.items.map(restoredItem));
          localStorage.removeItem(key);
        });
  }

  /** Locks the list until the page closes. A crashed window releases its lock. */
  #lock(): void {
    if (this.#isLocked || !('locks' in navigator)) return;
    this.#isLocked = true;
    void navigator.locks.request(this.#key, () => new Promise<never>(() => undefined));
  }
}
