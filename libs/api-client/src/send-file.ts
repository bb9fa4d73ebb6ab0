import type { DetailedError, PreviousUpload } from 'tus-js-client';
import { sendDirect } from './direct-upload.ts';
import { finishUpload, uploadMedia, UPLOAD_STALL_MS, type UploadedMedia, type UploadInput } from './media-upload.ts';
import { ApiError, NO_RESPONSE } from './problem.ts';

const ENDPOINT = '/media-uploads';

/**
 * Files up to this size are sent in one request. Resumable uploads don't help
 * them, because the server stores no smaller part of an interrupted upload.
 */
const SINGLE_REQUEST_BYTES = 8 * 1024 * 1024;

/** Delays between retries, which add up to the stall limit. */
const RETRY_DELAYS_MS = [0, 500, 1000, 2000, 3000, 3000, 3000, 3000];

export interface SendInput extends UploadInput {
  /** Called with a status text to show beside the progress, or undefined to clear it. */
  onNote: (note: string | undefined) => void;
}

/**
 * Uploads a file with its fields. Large files are sent directly to the storage if the browser can reach it, and otherwise through the
 * archive's server. Their uploads resume after a lost connection or a page reload. Throws the same errors as `uploadMedia`.
 */
export async function sendFile({ onNote, ...input }: SendInput): Promise<UploadedMedia> {
  if (input.file.size <= SINGLE_REQUEST_BYTES) return uploadMedia(input);
  const { fields, idempotencyKey, signal } = input;
  const { id, forget } = (await sendDirect({ onNote, ...input })) ?? (await sendResumable({ onNote, ...input }));
  const media = await finishUpload({ id, fields, idempotencyKey, signal });
  await forget();
  onNote(undefined);
  return media;
}

const uploadInterrupted = (detail: string) =>
  new ApiError({ status: NO_RESPONSE, title: 'Upload interrupted', detail });

const statusOf = (error: unknown) => (error as Partial<DetailedError>).originalResponse?.getStatus() ?? NO_RESPONSE;

function uploadErrorOf(error: unknown): ApiError {
  const status = statusOf(error);
  if (status === NO_RESPONSE) return uploadInterrupted('Can’t reach the server. Try again.');
  const text = (error as DetailedError).originalResponse?.getBody() ?? '';
  try {
    const { title, detail } = JSON.parse(text) as { title: string; detail: string };
    return new ApiError({ status, title, detail });
  } catch {
    return new ApiError({ status, title: text.trim() });
  }
}

/** The server's disk is full: trying again helps only once someone has freed space. */
const DISK_FULL = 507;

/** Whether a retry may succeed: after no response, a server error, or a conflict with a request that is still in flight. */
const isTransient = (error: unknown) => {
  const status = statusOf(error);
  return status === NO_RESPONSE || (status >= 500 && status !== DISK_FULL) || status === 409;
};

async function sendResumable({ file, onProgress, onNote, signal }: SendInput) {
  // Loaded on demand, because most pages upload nothing.
  const { Upload, defaultOptions } = await import('tus-js-client');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { urlStorage } = defaultOptions;
  let watch: ReturnType<typeof setTimeout> | undefined;
  const upload = new Upload(file, {
    endpoint: new URL(ENDPOINT, location.href).href,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: false,
    onProgress: (sentBytes, total) => {
      restartTimer();
      onNote(undefined);
      onProgress(total > 0 ? sentBytes / total : 0);
    },
    onShouldRetry: (error) => {
      const transient = isTransient(error);
      if (transient) onNote('Connection lost. Trying again...');
      return transient;
    },
    onError: (error) => reject(uploadErrorOf(error)),
    onSuccess: () => resolve(),
  });
  const stop = (reason: Error) => {
    reject(reason);
    void upload.abort();
  };
  const restartTimer = () => {
    clearTimeout(watch);
    watch = setTimeout(
      () =>
        stop(
          uploadInterrupted(`No progress for ${UPLOAD_STALL_MS / 1000} seconds. Check your connection and try again.`),
        ),
      UPLOAD_STALL_MS,
    );
  };
  const abort = () => stop(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    const [earlier] = latestFirst(await upload.findPreviousUploads());
    if (earlier) {
      upload.resumeFromPreviousUpload(earlier);
      onNote('Resuming upload');
    }
    signal.throwIfAborted();
    restartTimer();
    upload.start();
    await promise;
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', abort);
  }
  return {
    id: upload.url?.slice(upload.url.lastIndexOf('/') + 1) ?? '',
    /** Allows the same file to be uploaded again. */
    forget: async () => {
      for (const { urlStorageKey } of await upload.findPreviousUploads()) await urlStorage.removeUpload(urlStorageKey);
    },
  };
}

const latestFirst = (uploads: PreviousUpload[]) =>
  uploads.toSorted((a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime));
