import type { DetailedError, PreviousUpload } from 'tus-js-client';
import { finishUpload, uploadMedia, UPLOAD_SILENCE_MS, type UploadedMedia, type UploadInput } from './media-upload.ts';
import { ApiError, NO_ANSWER } from './problem.ts';

const ENDPOINT = '/media-uploads';

/** A file up to this size is sent in one request: the server keeps no smaller piece of one that breaks off. */
const ONE_PIECE = 8 * 1024 * 1024;

/** Between two tries while nothing gets through, for as long as an upload may be silent. */
const TRIES_MS = [0, 500, 1000, 2000, 3000, 3000, 3000, 3000];

export interface SendInput extends UploadInput {
  /** Told what there is to say beside how far it is; undefined when there is nothing any more. */
  onNote: (note: string | undefined) => void;
}

/**
 * Sends a file with its fields, wherever one is uploaded; a large one goes on where it broke off, after a lost connection and after
 * the page was loaded anew.
 * @throws as `uploadMedia` does
 */
export async function sendFile({ onNote, ...input }: SendInput): Promise<UploadedMedia> {
  if (input.file.size <= ONE_PIECE) return uploadMedia(input);
  const { fields, repeatKey, signal } = input;
  const { id, forget } = await sendInPieces({ onNote, ...input });
  const media = await finishUpload({ id, fields, repeatKey, signal });
  await forget();
  onNote(undefined);
  return media;
}

const broken = (detail: string) => new ApiError({ status: NO_ANSWER, title: 'Upload broken off', detail });

const statusOf = (error: unknown) => (error as Partial<DetailedError>).originalResponse?.getStatus() ?? NO_ANSWER;

function refusalOf(error: unknown): ApiError {
  const status = statusOf(error);
  if (status === NO_ANSWER) return broken('The archive cannot be reached.');
  const text = (error as DetailedError).originalResponse?.getBody() ?? '';
  try {
    const { title, detail } = JSON.parse(text) as { title: string; detail: string };
    return new ApiError({ status, title, detail });
  } catch {
    return new ApiError({ status, title: text.trim() });
  }
}

/** What may be otherwise the next time: no answer, a server in trouble, and what another connection has just sent. */
const isPassing = (error: unknown) => {
  const status = statusOf(error);
  return status === NO_ANSWER || status >= 500 || status === 409;
};

async function sendInPieces({ file, onProgress, onNote, signal }: SendInput) {
  // The page without uploads does without their protocol.
  const { Upload, defaultOptions } = await import('tus-js-client');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { urlStorage } = defaultOptions;
  let watch: ReturnType<typeof setTimeout> | undefined;
  const upload = new Upload(file, {
    endpoint: new URL(ENDPOINT, location.href).href,
    retryDelays: TRIES_MS,
    removeFingerprintOnSuccess: false,
    onProgress: (sent, total) => {
      heard();
      onNote(undefined);
      onProgress(total > 0 ? sent / total : 0);
    },
    onShouldRetry: (error) => {
      const passing = isPassing(error);
      if (passing) onNote('The connection is lost. Trying again...');
      return passing;
    },
    onError: (error) => reject(refusalOf(error)),
    onSuccess: () => resolve(),
  });
  const stop = (reason: Error) => {
    reject(reason);
    void upload.abort();
  };
  const heard = () => {
    clearTimeout(watch);
    watch = setTimeout(
      () => stop(broken(`Nothing got through for ${UPLOAD_SILENCE_MS / 1000} seconds.`)),
      UPLOAD_SILENCE_MS,
    );
  };
  const abort = () => stop(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    const [earlier] = latestFirst(await upload.findPreviousUploads());
    if (earlier) {
      upload.resumeFromPreviousUpload(earlier);
      onNote('Going on where it broke off');
    }
    signal.throwIfAborted();
    heard();
    upload.start();
    await promise;
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', abort);
  }
  return {
    id: upload.url?.slice(upload.url.lastIndexOf('/') + 1) ?? '',
    /** The same file may be sent anew from now on. */
    forget: async () => {
      for (const { urlStorageKey } of await upload.findPreviousUploads()) await urlStorage.removeUpload(urlStorageKey);
    },
  };
}

const latestFirst = (uploads: PreviousUpload[]) =>
  uploads.toSorted((a, b) => Date.parse(b.creationTime) - Date.parse(a.creationTime));
