import {
  ApiError,
  isUnavailable,
  messageOf,
  SameFileError,
  sendFile,
  TrashedFileError,
  type UploadedMedia,
} from '@archive/api-client';
import { newKey } from '@archive/editing';
import { reasonOf } from '../../texts.tsx';
import { fieldsOf, type FileValues } from '../upload-draft.ts';
import { type UploadItem, type UploadList, isActive } from './upload-item.ts';

/** Number of files that are sent concurrently. */
const PARALLEL_FILES = 3;
/** Delays before each retry after a lost connection; the last one is used for all further retries. */
const RETRY_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000];
/** Maximum number of attempts if the server responds with an error that may be temporary. */
const MAX_ATTEMPTS = 5;

const CONNECTION_LOST = 'Connection lost. Trying again...';
const TOO_MANY_REQUESTS = 429;

/** Why a request was stopped. */
type Stop = 'pause' | 'cancel' | 'suspend';
const stopOf = (error: unknown) =>
  error instanceof DOMException && error.name === 'AbortError' ? (error.message as Stop) : undefined;

const hasNoResponse = (error: unknown) => error instanceof ApiError && error.status === 0;
/** Whether an error may be temporary, so that the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  isUnavailable(error) || (error instanceof ApiError && error.status === TOO_MANY_REQUESTS);

interface Hooks {
  canSend: () => boolean;
  onStored: (id: string, media: UploadedMedia, values: FileValues) => Promise<void>;
  /** Called when nothing is left to send. */
  onIdle: () => void;
  /** Called when the connection works and has capacity for other requests. */
  onReady: () => void;
}

/** Sends the waiting files of the list, three at a time, and retries when the connection returns. */
export class SendQueue {
  readonly #list: UploadList;
  readonly #hooks: Hooks;
  readonly #running = new Map<string, AbortController>();
  /** Time until which sending is paused after a lost connection. */
  #resumeAt = 0;
  #lostConnections = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(list: UploadList, hooks: Hooks) {
    this.#list = list;
    this.#hooks = hooks;
    window.addEventListener('online', () => this.reconnect());
  }

  /** Starts sending as many waiting files as possible. */
  pump(): void {
    if (!this.#hooks.canSend()) return;
    const wait = this.#resumeAt - Date.now();
    if (wait > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.pump();
      }, wait);
      return;
    }
    for (const item of this.#list.items()) {
      if (this.#running.size >= PARALLEL_FILES) return;
      if (item.state === 'waiting' && !this.#running.has(item.id)) void this.#send(item);
    }
    this.#hooks.onReady();
  }

  /** Ends the pause after a lost connection and sends immediately. */
  reconnect(): void {
    this.#resumeAt = 0;
    this.#lostConnections = 0;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.pump();
  }

  /** Pauses sending for a while after an error. */
  waitForServer(error: unknown): void {
    const delay = RETRY_DELAYS_MS[Math.min(this.#lostConnections, RETRY_DELAYS_MS.length - 1)]!;
    // Count files that fail at the same time as one lost connection.
    if (Date.now() >= this.#resumeAt) this.#lostConnections += 1;
    const requested = error instanceof ApiError ? (error.retry_after ?? 0) * 1000 : 0;
    this.#resumeAt = Math.max(this.#resumeAt, Date.now() + Math.max(delay, requested));
  }

  stop(ids: Iterable<string>, reason: 'pause' | 'cancel'): void {
    for (const id of ids) this.#running.get(id)?.abort(new DOMException(reason, 'AbortError'));
  }

  stopAll(): void {
    for (const controller of this.#running.values()) controller.abort(new DOMException('suspend', 'AbortError'));
  }

  async #send(item: UploadItem): Promise<void> {
    const { id, file, batch, place, values } = item;
    if (!file) return;
    const controller = new AbortController();
    this.#running.set(id, controller);
    const request = item.request ?? {
      key: newKey(),
      values,
      fields: {
        ...fieldsOf(values, batch, item.name, place),
        ...(item.allow_duplicate ? { allow_duplicate: '1' } : {}),
      },
    };
    this.#list.change(id, { state: 'sending', progress: 0, failure: undefined, request });
    try {
      const media = await sendFile({
        file,
        fields: request.fields,
        idempotencyKey: request.key,
        onProgress: (fraction) => this.#progress(id, fraction),
        onNote: (note) => this.#list.change(id, { note }, false),
        signal: controller.signal,
      });
      this.#running.delete(id);
      this.#lostConnections = 0;
      this.#resumeAt = 0;
      await this.#hooks.onStored(id, media, request.values);
    } catch (error) {
      this.#running.delete(id);
      this.#failed(id, error);
    }
    this.pump();
    if (!this.#list.items().some(isActive)) this.#hooks.onIdle();
  }

  #failed(id: string, error: unknown): void {
    const item = this.#list.find(id);
    if (!item) return;
    const stop = stopOf(error);
    if (stop) {
      this.#list.change(id, { state: stop === 'pause' ? 'paused' : 'waiting', note: undefined });
    } else if (error instanceof SameFileError || error instanceof TrashedFileError) {
      const trashed = error instanceof TrashedFileError;
      const slug = trashed ? error.trashed_slug : error.media_slug;
      const duplicate = { slug, message: error.message, trashed };
      this.#list.change(id, { state: 'duplicate', duplicate, request: undefined, note: undefined });
    } else if (error instanceof ApiError && error.status === 401) {
      this.waitForServer(error);
      this.#list.change(id, { state: 'waiting', note: 'Sign in to continue.' });
    } else if (this.#mayPass(item, error)) {
      this.waitForServer(error);
      const attempts = hasNoResponse(error) ? item.attempts : item.attempts + 1;
      const note = hasNoResponse(error) ? CONNECTION_LOST : messageOf(error);
      this.#list.change(id, { state: 'waiting', attempts, note });
    } else {
      const request = isPassing(error) ? item.request : undefined;
      this.#list.change(id, { state: 'failed', failure: reasonOf(error, 'Upload failed'), note: undefined, request });
    }
  }

  /** Whether to retry after an error. The open dialog shows the server's errors instead; the tray retries. */
  #mayPass(item: UploadItem, error: unknown): boolean {
    if (hasNoResponse(error)) return true;
    return isPassing(error) && !item.attended && item.attempts + 1 < MAX_ATTEMPTS;
  }

  #progress(id: string, fraction: number): void {
    const item = this.#list.find(id);
    if (item && Math.round(item.progress * 100) !== Math.round(fraction * 100))
      this.#list.change(id, { progress: fraction }, false);
  }
}
