import type { Voyage } from '@archive/contracts';
import type { Attachment, PendingFile } from './attachments.ts';
import type { FormValues } from './values.ts';

/** Unsaved work, stored in the browser across reloads, crashes and expired sessions. */
export interface Draft {
  /** Unique per form and window: if two windows edit one voyage, each has its own draft. */
  id: string;
  values: FormValues;
  /** The version the draft is based on; null for a new voyage. */
  stored: Voyage | null;
  etag: string | null;
  /** Metadata of pending files; the files themselves are in `draft-files.ts`. */
  files: PendingFile[];
  /** Milliseconds since 1970. */
  stored_at: number;
}

/** A resumed draft with its files. */
export interface ResumedDraft extends Draft {
  attachments: Attachment[];
}

const FORMAT = 4;
const prefixOf = (slug: string | undefined) => `voyages.draft.${slug ?? '(new)'}.`;
const keyOf = (slug: string | undefined, id: string) => prefixOf(slug) + id;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Converts a draft of each older format to the next one. */
const UPGRADES: Record<number, (draft: Record<string, unknown>) => Record<string, unknown>> = {
  2: (draft) => ({ ...draft, stored_at: draft['kept_at'] }),
  3: (draft) => ({ ...draft, values: withPassengerDetails(draft as unknown as Draft) }),
};

/** Adds the passenger properties that were introduced with format 4. */
function withPassengerDetails({ values, stored }: Draft): FormValues {
  const titleOf = (slug: string) => stored?.passengers.find(({ person_slug }) => person_slug === slug)?.title ?? null;
  if (!isRecord(values) || !Array.isArray(values.passengers)) return values;
  return {
    ...values,
    passengers: values.passengers.map((person) => ({
      ...person,
      title: titleOf(person.person_slug),
      new_person: null,
    })),
  };
}

/** Converts a draft of an older format to the current one. */
function upgradeDraft(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const format = Number(value['form']);
  const upgrade = UPGRADES[format];
  return upgrade ? upgradeDraft({ ...upgrade(value), form: format + 1 }) : value;
}

function isDraft(value: unknown): value is Draft & { form: number } {
  return (
    isRecord(value) &&
    value['form'] === FORMAT &&
    isRecord(value['values']) &&
    Array.isArray(value['values']['passengers']) &&
    Array.isArray(value['files'])
  );
}

export const newDraftId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('');

function storedDrafts(slug: string | undefined): Draft[] {
  const drafts: Draft[] = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefixOf(slug))) continue;
    const stored = upgradeDraft(JSON.parse(localStorage.getItem(key) ?? 'null'));
    if (isDraft(stored)) drafts.push(stored);
  }
  return drafts.sort((a, b) => b.stored_at - a.stored_at);
}

/**
 * Drafts of a voyage, or of new voyages, that no window is editing, newest first. Without the Web Locks API, returns all of
 * them.
 */
export async function availableDrafts(slug: string | undefined): Promise<Draft[]> {
  try {
    const drafts = storedDrafts(slug);
    if (drafts.length === 0 || !('locks' in navigator)) return drafts;
    const { held = [] } = await navigator.locks.query();
    const inUse = new Set(held.map(({ name }) => name));
    return drafts.filter(({ id }) => !inUse.has(keyOf(slug, id)));
  } catch {
    return [];
  }
}

/** Locks a draft against other windows until the returned function is called. A crashed window releases its lock. */
export function lockDraft(slug: string | undefined, id: string): () => void {
  if (!('locks' in navigator)) return () => {};
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks.request(keyOf(slug, id), () => promise);
  return resolve;
}

/** Stores a draft synchronously, so that it also works while the page closes. Returns false if storage is unavailable or full. */
export function storeDraft(slug: string | undefined, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(slug, draft.id), JSON.stringify({ ...draft, form: FORMAT }));
    return true;
  } catch {
    return false;
  }
}

/** Deletes a draft and its files. */
export function deleteDraft(slug: string | undefined, id: string, files: readonly { id: string }[]): void {
  if (files.length > 0) void deleteFiles(files.map((file) => file.id));
  try {
    localStorage.removeItem(keyOf(slug, id));
  } catch {
    // Nothing was stored, so there is nothing to delete.
  }
}

const DATABASE = 'voyages';
const STORE = 'files';
/** Age after which a stored file is deleted. */
const MAX_AGE_MS = 30 * 86_400_000;

interface StoredFile {
  id: string;
  file: File;
  /** Milliseconds since 1970. */
  stored_at: number;
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  request.addEventListener('success', () => resolve(request.result));
  request.addEventListener('error', () => reject(request.error ?? new Error('Browser storage failed')));
  return promise;
};

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'id' }));
  return resultOf(request);
}

async function inTransaction<T>(mode: IDBTransactionMode, work: (files: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await openDatabase();
  try {
    const transaction = database.transaction(STORE, mode);
    const { promise: completed, resolve, reject } = Promise.withResolvers<void>();
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Browser storage is full')));
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), completed]);
    return result;
  } finally {
    database.close();
  }
}

/** Stores a pending file in the browser. Resolves to false when storage is full or unavailable. */
export async function storeFile(id: string, file: File): Promise<boolean> {
  try {
    const entry: StoredFile = { id, file, stored_at: Date.now() };
    await inTransaction('readwrite', (files) => resultOf(files.put(entry)));
    return true;
  } catch {
    return false;
  }
}

/** The stored files with these ids, by id. */
export async function loadFiles(ids: string[]): Promise<Map<string, File>> {
  try {
    const storedFiles = await inTransaction('readonly', (files) =>
      Promise.all(ids.map((id) => resultOf<StoredFile | undefined>(files.get(id)))),
    );
    return new Map(storedFiles.flatMap((stored) => (stored ? [[stored.id, stored.file]] : [])));
  } catch {
    return new Map();
  }
}

/** Deletes these files, and any that are too old. */
export async function deleteFiles(ids: string[]): Promise<void> {
  try {
    await inTransaction('readwrite', async (files) => {
      const storedFiles = (await resultOf(files.getAll())) as StoredFile[];
      const old = storedFiles.filter(({ stored_at }) => stored_at < Date.now() - MAX_AGE_MS).map(({ id }) => id);
      for (const id of [...ids, ...old]) files.delete(id);
    });
  } catch {
    // Nothing was stored, so there is nothing to delete.
  }
}
