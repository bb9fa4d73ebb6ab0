import {
  ApiError,
  invalidateRecords,
  isUnavailable,
  messageOf,
  SameFileError,
  sendFile,
  sessionQuery,
  TrashedFileError,
  type UploadedMedia,
} from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { dateProblem, newKey } from '@archive/editing';
import type { QueryClient } from '@archive/query';
import { showFramePart } from '@archive/shell-api';
import { toast } from '@archive/ui';
import { reasonOf } from '../../reason.ts';
import { fieldsOf, type DraftFile, type FileValues, type SentRequest } from '../upload-draft.ts';
import { attachExisting, linkOrReport, replaceFields, restoreRecord, saveEditsOf } from './existing-record.ts';
import { PreviewWatch } from './preview-watch.ts';
import { TRAY, UploadJournal } from './upload-journal.ts';
import {
  type Batch,
  type Decision,
  editsOf,
  hasEdits,
  isActive,
  isForRecords,
  type UploadItem,
} from './upload-item.ts';

/** Files that are sent at the same time. */
const PARALLEL_FILES = 3;
/** Pauses before the next attempt after a lost connection; the last one repeats. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];
/** Attempts for a file that the server answers with an error that may pass. */
const MAX_ATTEMPTS = 5;

const CONNECTION_LOST = 'Connection lost. Trying again...';
const TOO_MANY_REQUESTS = 429;

/** Why a request was stopped. */
type Stop = 'pause' | 'cancel' | 'suspend';
const stopOf = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError' ? (error.message as Stop) : undefined;

const hasNoResponse = (error: unknown) => error instanceof ApiError && error.status === 0;
const isPassing = (error: unknown) =>
  isUnavailable(error) || (error instanceof ApiError && error.status === TOO_MANY_REQUESTS);

const isSameRequest = (request: SentRequest | undefined, fields: Record<string, string>) =>
  JSON.stringify(request?.fields) === JSON.stringify(fields);

interface NewUploads {
  client: QueryClient;
  /** Who uploads. */
  username: string;
  files: readonly DraftFile[];
  batch: Batch;
  /** Called for each file once it is stored. */
  onUploaded: ((media: MediaItem) => void) | undefined;
  /** The upload dialog shows the files itself. */
  attended: boolean;
}

/**
 * All uploads of this window. They continue when the page of the archive changes, three files at a time, and are tried again when the
 * connection returns. A duplicate waits for a decision without stopping the others.
 */
export class UploadStore {
  #items: readonly UploadItem[] = [];
  #client: QueryClient | undefined;
  #username = '';
  #isSuspended = false;
  /** Until when nothing is sent, after a lost connection. */
  #resumeAt = 0;
  #lostConnections = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, AbortController>();
  readonly #callbacks = new Map<string, (media: MediaItem) => void>();
  readonly #saving = new Set<string>();
  /** Records with edits that couldn't be saved yet. */
  readonly #unsaved = new Set<string>();
  readonly #journal = new UploadJournal();
  readonly #previews = new PreviewWatch((slug, problem) => {
    for (const item of this.#items) if (item.media_slug === slug) this.#reportPreview(item, problem);
  });

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly items = (): readonly UploadItem[] => this.#items;

  constructor() {
    window.addEventListener('online', () => this.#reconnect());
  }

  /** Continues the uploads of this person, also those from before a reload. */
  async start(client: QueryClient, username: string): Promise<void> {
    if (this.#username !== '' && this.#username !== username) this.#set([]);
    this.#isSuspended = false;
    this.#use(client, username);
    await this.#journal.takeOver(username, (found) => {
      this.#set([...this.#items, ...found]);
      this.#write();
      for (const { id } of found) this.saveEdits(id);
    });
    this.#pump();
  }

  /** Stops sending, as when the person signs out. `start` continues. */
  suspend(): void {
    this.#isSuspended = true;
    this.#stop([...this.#running.keys()], 'suspend');
  }

  /** Adds files and starts to send them. Returns their ids. */
  add({ client, username, files, batch, onUploaded, attended }: NewUploads): string[] {
    this.#use(client, username);
    const added = files.map(({ file, preview, values, request }): UploadItem => ({
      id: newKey(),
      batch,
      name: file.name,
      size: file.size,
      type: file.type,
      last_modified: file.lastModified,
      file,
      preview,
      values,
      saved: undefined,
      request: isSameRequest(request, fieldsOf(values, batch, file.name)) ? request : undefined,
      allow_duplicate: false,
      state: 'waiting',
      outcome: undefined,
      progress: 0,
      attempts: 0,
      failure: undefined,
      note: undefined,
      damage: undefined,
      media_slug: undefined,
      duplicate: undefined,
      attended,
    }));
    for (const { id } of added) if (onUploaded) this.#callbacks.set(id, onUploaded);
    this.#set([...this.#items, ...added]);
    this.#write();
    showFramePart(TRAY);
    this.#pump();
    return added.map(({ id }) => id);
  }

  /** Resolves once a file needs nothing more, or a decision; to undefined if it was removed. */
  settled(id: string): Promise<UploadItem | undefined> {
    const { promise, resolve } = Promise.withResolvers<UploadItem | undefined>();
    const check = () => {
      const item = this.#find(id);
      if (item && (isActive(item) || item.state === 'paused')) return false;
      resolve(item);
      return true;
    };
    if (!check()) {
      const unsubscribe = this.subscribe(() => check() && unsubscribe());
    }
    return promise;
  }

  /** The tray shows the file from now on. */
  release(id: string): void {
    this.#change(id, { attended: false });
  }

  change(id: string, values: Partial<FileValues>): void {
    const item = this.#find(id);
    if (item) this.#change(id, { values: { ...item.values, ...values } });
  }

  /** Saves edits of a file that is stored already. Edits of others are saved once they are stored. */
  saveEdits(id: string): void {
    void this.#saveEdits(id);
  }

  pause(ids: readonly string[]): void {
    for (const id of ids) if (this.#find(id)?.state === 'waiting') this.#change(id, { state: 'paused' });
    this.#stop(ids, 'pause');
  }

  /** Sends paused and failed files. */
  resume(ids: readonly string[]): void {
    for (const id of ids) {
      const item = this.#find(id);
      if (!item || !['paused', 'failed', 'waiting'].includes(item.state)) continue;
      this.#change(id, { state: item.file ? 'waiting' : 'missing', failure: undefined, attempts: 0 });
    }
    this.#reconnect();
  }

  /** Stops and forgets files. What is stored already stays stored. */
  remove(ids: readonly string[]): void {
    const removed = new Set(ids);
    this.#stop(ids, 'cancel');
    for (const { id, preview } of this.#items) if (removed.has(id) && preview !== null) URL.revokeObjectURL(preview);
    for (const id of ids) this.#callbacks.delete(id);
    this.#set(this.#items.filter(({ id }) => !removed.has(id)));
    this.#write();
  }

  /** Stops and forgets a file whose form stays open, with its preview. */
  forget(id: string): void {
    this.#stop([id], 'cancel');
    this.#callbacks.delete(id);
    this.#set(this.#items.filter((item) => item.id !== id));
    this.#write();
  }

  /** Gives files again after a reload. Returns those that aren't missing. */
  provide(files: readonly File[]): File[] {
    const others = files.filter((file) => {
      const missing = this.#items.filter(
        ({ state, name, size }) => state === 'missing' && name === file.name && size === file.size,
      );
      const item = missing.find(({ last_modified: modified }) => modified === file.lastModified) ?? missing[0];
      if (!item) return true;
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
      this.#change(item.id, { file, preview, state: 'waiting', failure: undefined, attempts: 0 });
      return false;
    });
    this.#reconnect();
    return others;
  }

  /** Carries out a decision about duplicates. */
  async decide(ids: readonly string[], decision: Decision): Promise<void> {
    const isChosen = new Set(ids);
    for (const item of this.#items.filter(({ id, state }) => isChosen.has(id) && state === 'duplicate'))
      await this.#decide(item, decision).catch((error: unknown) =>
        this.#change(item.id, { failure: reasonOf(error, 'The decision couldn’t be saved.') }),
      );
    if (this.#client) void invalidateRecords(this.#client);
  }

  async #decide(item: UploadItem, decision: Decision): Promise<void> {
    const { id, duplicate } = item;
    const client = this.#client;
    if (!duplicate || !client) return;
    if (decision === 'keep') {
      this.#change(id, { allow_duplicate: true, request: undefined, state: item.file ? 'waiting' : 'missing' });
      this.#pump();
      return;
    }
    const restored = duplicate.trashed ? await restoreRecord(client, duplicate.slug) : undefined;
    if (decision === 'replace') await replaceFields(client, duplicate.slug, item);
    await attachExisting(duplicate.slug, item);
    const used = isForRecords(item) ? 'linked' : 'existing';
    const outcome = decision === 'replace' ? 'replaced' : restored ? 'restored' : used;
    this.#change(id, { state: 'done', outcome, progress: 1, failure: undefined });
    if (restored) this.#callbacks.get(id)?.(restored);
  }

  #use(client: QueryClient, username: string): void {
    this.#username = username;
    if (this.#client === client) return;
    this.#client = client;
    // After signing in again, sending continues.
    client.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] === sessionQuery().queryKey[0]) this.#pump();
    });
  }

  #canSend(): boolean {
    const session = this.#client?.getQueryData(sessionQuery().queryKey);
    return this.#client !== undefined && !this.#isSuspended && session?.authenticated !== false;
  }

  #pump(): void {
    if (!this.#canSend()) return;
    const wait = this.#resumeAt - Date.now();
    if (wait > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#pump();
      }, wait);
      return;
    }
    for (const item of this.#items) {
      if (this.#running.size >= PARALLEL_FILES) return;
      if (item.state === 'waiting' && !this.#running.has(item.id)) void this.#send(item);
    }
    for (const id of this.#unsaved) void this.#saveEdits(id);
  }

  #reconnect(): void {
    this.#resumeAt = 0;
    this.#lostConnections = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#pump();
  }

  async #send(item: UploadItem): Promise<void> {
    const { id, file, batch, values } = item;
    if (!file) return;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const request = item.request ?? {
      key: newKey(),
      values,
      fields: {
        ...fieldsOf(values, batch, item.name),
        ...(item.allow_duplicate ? { allow_duplicate: '1' } : {}),
      },
    };
    this.#change(id, { state: 'sending', progress: 0, failure: undefined, request });
    try {
      const media = await sendFile({
        file,
        fields: request.fields,
        idempotencyKey: request.key,
        onProgress: (fraction) => this.#progress(id, fraction),
        onNote: (note) => this.#change(id, { note }, false),
        signal: controller.signal,
      });
      this.#running.delete(id);
      this.#lostConnections = 0;
      this.#resumeAt = 0;
      await this.#stored(id, media, request.values);
    } catch (error) {
      this.#running.delete(id);
      this.#failed(id, error);
    }
    this.#pump();
    if (!this.#items.some(isActive) && this.#client) void invalidateRecords(this.#client);
  }

  async #stored(id: string, media: UploadedMedia, values: FileValues): Promise<void> {
    const item = this.#find(id);
    if (!item || !this.#client) return;
    const stored = { state: 'done', outcome: 'uploaded', progress: 1, note: undefined, failure: undefined } as const;
    if (!media.linked_to_voyage) await linkOrReport(media.media_slug, item.batch);
    this.#change(id, { ...stored, media_slug: media.media_slug, saved: values });
    this.#callbacks.get(id)?.(media);
    this.#previews.add(this.#client, media);
    void this.#saveEdits(id);
  }

  /** The tray shows a damaged file. One that was uploaded in the dialog is reported even after the dialog has closed. */
  #reportPreview({ id, attended, values }: UploadItem, problem: string | undefined): void {
    if (!attended) return this.#change(id, { damage: problem });
    if (problem !== undefined) toast.error(`“${values.title}” was uploaded, but has no preview. ${problem}`);
    return this.forget(id);
  }

  #failed(id: string, error: unknown): void {
    const item = this.#find(id);
    if (!item) return;
    const stop = stopOf(error);
    if (stop) {
      this.#change(id, { state: stop === 'pause' ? 'paused' : 'waiting', note: undefined });
    } else if (error instanceof SameFileError || error instanceof TrashedFileError) {
      const trashed = error instanceof TrashedFileError;
      const slug = trashed ? error.trashed_slug : error.media_slug;
      const duplicate = { slug, message: error.message, trashed };
      this.#change(id, { state: 'duplicate', duplicate, request: undefined, note: undefined });
    } else if (error instanceof ApiError && error.status === 401) {
      this.#waitForServer(error);
      this.#change(id, { state: 'waiting', note: 'Sign in to continue.' });
    } else if (this.#mayPass(item, error)) {
      this.#waitForServer(error);
      const attempts = hasNoResponse(error) ? item.attempts : item.attempts + 1;
      const note = hasNoResponse(error) ? CONNECTION_LOST : messageOf(error);
      this.#change(id, { state: 'waiting', attempts, note });
    } else {
      const request = isPassing(error) ? item.request : undefined;
      this.#change(id, { state: 'failed', failure: reasonOf(error, 'Upload failed'), note: undefined, request });
    }
  }

  /** The open dialog says what the server answered; the tray tries some more times. */
  #mayPass(item: UploadItem, error: unknown): boolean {
    if (hasNoResponse(error)) return true;
    return isPassing(error) && !item.attended && item.attempts + 1 < MAX_ATTEMPTS;
  }

  #waitForServer(error: unknown): void {
    const delay = RETRY_DELAYS_MS[Math.min(this.#lostConnections, RETRY_DELAYS_MS.length - 1)]!;
    // Files that fail together count once.
    if (Date.now() >= this.#resumeAt) this.#lostConnections += 1;
    const requested = error instanceof ApiError ? (error.retry_after ?? 0) * 1000 : 0;
    this.#resumeAt = Math.max(this.#resumeAt, Date.now() + Math.max(delay, requested));
  }

  async #saveEdits(id: string): Promise<void> {
    const item = this.#find(id);
    if (!item?.media_slug || !this.#client || this.#saving.has(id) || !hasEdits(item)) return;
    const { values } = item;
    if (values.title.trim() === '' || dateProblem(values.date) !== undefined) return;
    this.#saving.add(id);
    this.#unsaved.delete(id);
    try {
      await saveEditsOf(this.#client, item.media_slug, editsOf(item), item.saved);
      this.#change(id, { saved: values, failure: undefined });
    } catch (error) {
      this.#change(id, { failure: `Your changes aren’t saved yet. ${messageOf(error)}` });
      if (isPassing(error)) this.#unsaved.add(id);
      this.#waitForServer(error);
    } finally {
      this.#saving.delete(id);
    }
    this.#pump();
  }

  #stop(ids: readonly string[], reason: Stop): void {
    for (const id of ids) this.#running.get(id)?.abort(new DOMException(reason, 'AbortError'));
  }

  #find(id: string): UploadItem | undefined {
    return this.#items.find((item) => item.id === id);
  }

  #progress(id: string, fraction: number): void {
    const item = this.#find(id);
    if (item && Math.round(item.progress * 100) !== Math.round(fraction * 100))
      this.#change(id, { progress: fraction }, false);
  }

  #change(id: string, changes: Partial<UploadItem>, isStored = true): void {
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

export const uploads = new UploadStore();
