import { newKey } from '@archive/editing';
import { framePartKey, type FramePart } from '@archive/shell-api';
import { EMPTY_SHARED_FIELDS } from '../upload-draft.ts';
import { isUnfinished, type UploadItem } from './upload-item.ts';

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
export class UploadJournal {
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
