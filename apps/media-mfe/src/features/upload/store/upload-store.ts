import { type UploadedMedia, invalidateRecords, messageOf, sessionQuery } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { dateProblem, newKey } from '@archive/editing';
import type { QueryClient } from '@archive/query';
import { showFramePart } from '@archive/shell-api';
import { toast } from '@archive/ui';
import { useSyncExternalStore } from 'react';
import { reasonOf } from '../../texts.tsx';
import { type DraftFile, type FileValues, type SentRequest, fieldsOf } from '../upload-draft.ts';
import { attachExisting, linkOrReport, replaceFields, restoreRecord, saveEditsOf } from './existing-record.ts';
import { type PreviewResult, PreviewWatch } from './preview-watch.ts';
import { SendQueue, isPassing } from './send-queue.ts';
import { SimilarReview } from './similar-review.ts';
import {
  type Batch,
  type Decision,
  TRAY,
  type UploadItem,
  UploadList,
  editsOf,
  hasEdits,
  isActive,
  isForRecords,
} from './upload-item.ts';

const isSameRequest = (request: SentRequest | undefined, fields: Record<string, string>) =>
  JSON.stringify(request?.fields) === JSON.stringify(fields);

interface NewUploads {
  client: QueryClient;
  /** The user who uploads. */
  username: string;
  files: readonly DraftFile[];
  batch: Batch;
  /** Called for each file once it is stored. */
  onUploaded: ((media: MediaItem) => void) | undefined;
  /** Whether the upload dialog shows the files itself. */
  attended: boolean;
}

/**
 * All uploads of this window, three files at a time. They continue while the user navigates within the archive, and are retried when the
 * connection returns. A duplicate waits for a decision without stopping the other files.
 */
class UploadStore {
  readonly #list = new UploadList();
  readonly #queue = new SendQueue(this.#list, {
    canSend: () => this.#canSend(),
    onStored: (id, media, values) => this.#stored(id, media, values),
    onIdle: () => this.#client && void invalidateRecords(this.#client),
    onReady: () => {
      for (const id of this.#unsaved) void this.#saveEdits(id);
    },
  });
  readonly #previews = new PreviewWatch(async (slug, result) => {
    for (const item of this.items()) if (item.media_slug === slug) await this.#reportPreview(item, result);
  });
  readonly #similar = new SimilarReview(this.#list, () => this.#client && void invalidateRecords(this.#client));
  #client: QueryClient | undefined;
  #isSuspended = false;
  readonly #callbacks = new Map<string, (media: MediaItem) => void>();
  readonly #saving = new Set<string>();
  /** Records with edits that couldn't be saved yet. */
  readonly #unsaved = new Set<string>();

  readonly subscribe = this.#list.subscribe;
  readonly items = this.#list.items;

  /** Continues the uploads of this user, including those from before a reload. */
  async start(client: QueryClient, username: string): Promise<void> {
    this.#isSuspended = false;
    this.#use(client, username);
    await this.#list.takeOver((found) => {
      for (const { id, checking, media_slug: slug } of found) {
        this.saveEdits(id);
        if (checking && slug !== undefined) this.#previews.resume(client, slug);
      }
    });
    this.#queue.pump();
  }

  /** Stops sending, for example when the user signs out. `start` resumes it. */
  suspend(): void {
    this.#isSuspended = true;
    this.#queue.stopAll();
  }

  /** Adds files and starts to send them. Returns their ids. */
  add({ client, username, files, batch, onUploaded, attended }: NewUploads): string[] {
    this.#use(client, username);
    const batch_id = newKey();
    const placeOf = (batch_position: number) => (files.length > 1 ? { batch_id, batch_position } : undefined);
    const added = files.map(({ file, preview, values, request }, index): UploadItem => ({
      id: newKey(),
      batch,
      place: placeOf(index),
      name: file.name,
      size: file.size,
      type: file.type,
      last_modified: file.lastModified,
      file,
      preview,
      values,
      saved: undefined,
      request: isSameRequest(request, fieldsOf(values, batch, file.name, placeOf(index))) ? request : undefined,
      allow_duplicate: false,
      state: 'waiting',
      outcome: undefined,
      progress: 0,
      attempts: 0,
      failure: undefined,
      note: undefined,
      problem: undefined,
      media_slug: undefined,
      duplicate: undefined,
      attended,
    }));
    for (const { id } of added) if (onUploaded) this.#callbacks.set(id, onUploaded);
    this.#list.add(added);
    showFramePart(TRAY);
    this.#queue.pump();
    return added.map(({ id }) => id);
  }

  /** Resolves once a file is finished or needs a decision; to undefined if it was removed. */
  settled(id: string): Promise<UploadItem | undefined> {
    const { promise, resolve } = Promise.withResolvers<UploadItem | undefined>();
    const check = () => {
      const item = this.#list.find(id);
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
    this.#list.change(id, { attended: false });
  }

  change(id: string, values: Partial<FileValues>): void {
    const item = this.#list.find(id);
    if (item) this.#list.change(id, { values: { ...item.values, ...values } });
  }

  /** Saves edits of a file that is already stored. Edits of other files are saved once they are stored. */
  saveEdits(id: string): void {
    void this.#saveEdits(id);
  }

  pause(ids: readonly string[]): void {
    for (const id of ids) if (this.#list.find(id)?.state === 'waiting') this.#list.change(id, { state: 'paused' });
    this.#queue.stop(ids, 'pause');
  }

  /** Sends paused and failed files. */
  resume(ids: readonly string[]): void {
    for (const id of ids) {
      const item = this.#list.find(id);
      if (!item || !['paused', 'failed', 'waiting'].includes(item.state)) continue;
      this.#list.change(id, { state: item.file ? 'waiting' : 'missing', failure: undefined, attempts: 0 });
    }
    this.#queue.reconnect();
  }

  /** Stops and forgets files. Records that are already stored stay. */
  remove(ids: readonly string[]): void {
    const removed = new Set(ids);
    this.#queue.stop(ids, 'cancel');
    for (const { id, preview } of this.items()) if (removed.has(id) && preview !== null) URL.revokeObjectURL(preview);
    for (const id of ids) this.#callbacks.delete(id);
    this.#list.remove(removed);
  }

  /** Stops and forgets a file whose form stays open, with its preview. */
  forget(id: string): void {
    this.#queue.stop([id], 'cancel');
    this.#callbacks.delete(id);
    this.#list.remove(new Set([id]));
  }

  /** Supplies missing files again after a reload. Returns the files that no upload was missing. */
  provide(files: readonly File[]): File[] {
    const others = files.filter((file) => {
      const missing = this.items().filter(
        ({ state, name, size }) => state === 'missing' && name === file.name && size === file.size,
      );
      const item = missing.find(({ last_modified: modified }) => modified === file.lastModified) ?? missing[0];
      if (!item) return true;
      const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null;
      this.#list.change(item.id, { file, preview, state: 'waiting', failure: undefined, attempts: 0 });
      return false;
    });
    this.#queue.reconnect();
    return others;
  }

  /** Applies a decision about duplicates. */
  async decide(ids: readonly string[], decision: Decision): Promise<void> {
    const isChosen = new Set(ids);
    const chosen = this.items().filter(({ id }) => isChosen.has(id));
    for (const item of chosen.filter(({ state }) => state === 'duplicate'))
      await this.#decide(item, decision).catch((error: unknown) =>
        this.#list.change(item.id, { failure: reasonOf(error, 'The decision couldn’t be saved.') }),
      );
    await this.#similar.decide(
      chosen.filter(({ similar }) => similar !== undefined),
      decision,
    );
    if (this.#client) void invalidateRecords(this.#client);
  }

  async #decide(item: UploadItem, decision: Decision): Promise<void> {
    const { id, duplicate } = item;
    const client = this.#client;
    if (!duplicate || !client) return;
    if (decision === 'keep') {
      this.#list.change(id, { allow_duplicate: true, request: undefined, state: item.file ? 'waiting' : 'missing' });
      this.#queue.pump();
      return;
    }
    const restored = duplicate.trashed ? await restoreRecord(client, duplicate.slug) : undefined;
    if (decision === 'replace') await replaceFields(client, duplicate.slug, item);
    await attachExisting(duplicate.slug, item);
    const used = isForRecords(item) ? 'linked' : 'existing';
    const outcome = decision === 'replace' ? 'replaced' : restored ? 'restored' : used;
    this.#list.change(id, { state: 'done', outcome, progress: 1, failure: undefined });
    if (restored) this.#callbacks.get(id)?.(restored);
  }

  #use(client: QueryClient, username: string): void {
    this.#list.changePerson(username);
    if (this.#client === client) return;
    this.#client = client;
    // Resume sending after the user has signed in again.
    client.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] === sessionQuery().queryKey[0]) this.#queue.pump();
    });
  }

  #canSend(): boolean {
    const session = this.#client?.getQueryData(sessionQuery().queryKey);
    return this.#client !== undefined && !this.#isSuspended && session?.authenticated !== false;
  }

  async #stored(id: string, media: UploadedMedia, values: FileValues): Promise<void> {
    const item = this.#list.find(id);
    if (!item || !this.#client) return;
    const stored = { state: 'done', outcome: 'uploaded', progress: 1, note: undefined, failure: undefined } as const;
    if (!media.linked_to_voyage) await linkOrReport(media.media_slug, item.batch);
    this.#list.change(id, { ...stored, media_slug: media.media_slug, saved: values, checking: true });
    this.#callbacks.get(id)?.(media);
    this.#previews.add(this.#client, media);
    void this.#saveEdits(id);
  }

  /**
   * Reports the result of a preview. The tray shows a file that has no preview or a similar image. For a file uploaded in the dialog, a
   * toast reports a problem, even after the dialog has closed.
   */
  async #reportPreview({ id, attended, values }: UploadItem, result: PreviewResult): Promise<void> {
    if (result.state === 'ready' && (await this.#similar.check(id))) return this.release(id);
    const problem = result.state === 'failed' ? result.problem : undefined;
    if (!attended) return this.#list.change(id, { problem, checking: false });
    if (problem) toast.error(`“${values.title}” was uploaded. ${problem.text}`);
    return this.forget(id);
  }

  async #saveEdits(id: string): Promise<void> {
    const item = this.#list.find(id);
    if (!item?.media_slug || !this.#client || this.#saving.has(id) || !hasEdits(item)) return;
    const { values } = item;
    if (values.title.trim() === '' || dateProblem(values.date, { approximate: true }) !== undefined) return;
    this.#saving.add(id);
    this.#unsaved.delete(id);
    try {
      await saveEditsOf(this.#client, item.media_slug, editsOf(item), item.saved);
      this.#list.change(id, { saved: values, failure: undefined });
    } catch (error) {
      this.#list.change(id, { failure: `Your changes aren’t saved yet. ${messageOf(error)}` });
      if (isPassing(error)) this.#unsaved.add(id);
      this.#queue.waitForServer(error);
    } finally {
      this.#saving.delete(id);
    }
    this.#queue.pump();
  }
}

export const uploads = new UploadStore();

/** All uploads of this window. */
export const useUploads = (): readonly UploadItem[] => useSyncExternalStore(uploads.subscribe, uploads.items);

/** One upload of this window; undefined once it is removed. */
export const useUpload = (id: string | undefined): UploadItem | undefined =>
  useUploads().find((item) => item.id === id);
