import type { Input, Operations } from '@archive/client';
import type { MediaItem, OperationResponse, mediaOperations } from '@archive/contracts';
import { type QueryClient, mutationOptions } from '@archive/query';
import { invalidateRecords } from './keys.ts';
import { ApiError, NO_RESPONSE } from './problem.ts';
import { notifySignedOut, request } from './request.ts';

const UPLOAD_URL = '/api/curator/media/upload';

/** An upload fails after this long without progress. */
export const UPLOAD_STALL_MS = 15_000;
/** Time limit for the server to store the file and respond, once the upload is complete. */
export const UPLOAD_RESPONSE_MS = 60_000;

export type UploadedMedia = OperationResponse<(typeof mediaOperations)['upload']>;

/** The 409 of an upload whose file is already in the library, with the slug of its record. */
export class SameFileError extends ApiError {
  override name = 'SameFileError';
  readonly media_slug: string;

  constructor(error: ApiError, mediaSlug: string) {
    super(error);
    this.media_slug = mediaSlug;
  }
}

/** The 409 of an upload whose file is in the trash, with the slug to restore. */
export class TrashedFileError extends ApiError {
  override name = 'TrashedFileError';
  readonly trashed_slug: string;

  constructor(error: ApiError, trashedSlug: string) {
    super(error);
    this.trashed_slug = trashedSlug;
  }
}

export interface UploadInput {
  file: File;
  /** The fields of the form, in addition to the file (SPEC section 7). */
  fields: Record<string, string>;
  /** `Idempotency-Key`: the same file and fields with the same key are stored only once. */
  idempotencyKey: string;
  /** Called with the uploaded fraction, 0 to 1. */
  onProgress: (fraction: number) => void;
  /** Cancels the upload; the promise rejects with the signal's reason. */
  signal: AbortSignal;
}

const uploadInterrupted = (detail: string) =>
  new ApiError({ status: NO_RESPONSE, title: 'Upload interrupted', detail });

function uploadErrorOf(error: ApiError): ApiError {
  const { media_slug, trashed_slug } = error.members;
  if (error.status !== 409) return error;
  if (typeof media_slug === 'string') return new SameFileError(error, media_slug);
  if (typeof trashed_slug === 'string') return new TrashedFileError(error, trashed_slug);
  return error;
}

async function read<T>(status: number, statusText: string, text: string): Promise<T> {
  const response = new Response(text, { status, statusText });
  if (response.ok) return (await response.json()) as T;
  if (status === 401) notifySignedOut();
  throw uploadErrorOf(await ApiError.from(response));
}

/**
 * Uploads a file with its fields in one request. Uses XMLHttpRequest, because `fetch` doesn't report upload progress.
 * @throws SameFileError if the library already has the file, TrashedFileError if it is in the trash, ApiError for any other error or no response
 */
export function uploadMedia({ file, fields, idempotencyKey, ...options }: UploadInput): Promise<UploadedMedia> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);
  return sendForm(UPLOAD_URL, form, { ...options, headers: { 'idempotency-key': idempotencyKey } });
}

interface SendOptions extends Pick<UploadInput, 'onProgress' | 'signal'> {
  headers?: Record<string, string>;
  /** Time limit for the response, once the form is sent; `UPLOAD_RESPONSE_MS` by default. */
  responseMs?: number;
}

/** Sends a form with a file. Throws the same errors as `uploadMedia`. */
export function sendForm<T>(
  url: string,
  form: FormData,
  { headers = {}, responseMs = UPLOAD_RESPONSE_MS, onProgress, signal }: SendOptions,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const xhr = new XMLHttpRequest();
  let watch: ReturnType<typeof setTimeout> | undefined;
  const giveUpAfter = (ms: number) => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      reject(uploadInterrupted(`No progress for ${ms / 1000} seconds. Check your connection and try again.`));
      xhr.abort();
    }, ms);
  };
  xhr.upload.addEventListener('progress', ({ loaded, total }) => {
    giveUpAfter(UPLOAD_STALL_MS);
    onProgress(total > 0 ? loaded / total : 0);
  });
  xhr.upload.addEventListener('load', () => giveUpAfter(responseMs));
  xhr.addEventListener('load', () => resolve(read(xhr.status, xhr.statusText, xhr.responseText)));
  xhr.addEventListener('error', () => reject(uploadInterrupted('Can’t reach the server. Try again.')));
  const abort = () => {
    reject(signal.reason as Error);
    xhr.abort();
  };
  signal.addEventListener('abort', abort);
  xhr.addEventListener('loadend', () => {
    clearTimeout(watch);
    signal.removeEventListener('abort', abort);
  });

  xhr.open('POST', url);
  xhr.setRequestHeader('accept', 'application/json');
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  giveUpAfter(UPLOAD_STALL_MS);
  xhr.send(form);
  if (signal.aborted) abort();
  return promise;
}

interface FinishInput {
  /** Id of a completed upload at `/media-uploads`. */
  id: string;
  fields: Record<string, string>;
  idempotencyKey: string;
  signal: AbortSignal;
}

/**
 * Stores a file that was uploaded to `/media-uploads`, with its record.
 * @throws the same errors as `uploadMedia`
 */
export const finishUpload = ({ id, fields, ...options }: FinishInput): Promise<UploadedMedia> =>
  request('media.finishUpload', {
    params: { upload_id: id },
    body: fields as Input<Operations['media.finishUpload']>['body'],
    ...options,
    timeoutMs: UPLOAD_RESPONSE_MS,
  }).catch((error: unknown) => {
    throw error instanceof ApiError ? uploadErrorOf(error) : error;
  });

interface ReplaceFileInput extends Pick<UploadInput, 'file' | 'onProgress' | 'signal'> {
  slug: string;
}

/** Replaces the file of a media item. Throws the same errors as `uploadMedia`. */
export const replaceFileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, file, ...options }: ReplaceFileInput) => {
      const form = new FormData();
      form.set('file', file);
      return sendForm<MediaItem>(`/api/curator/media/${encodeURIComponent(slug)}/file`, form, options);
    },
    onSuccess: () => {
      void invalidateRecords(client);
    },
  });

/** Restores the file that was replaced most recently. */
export const undoReplacementMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request('media.undoReplacement', { params: { media_slug: slug } }),
    onSuccess: () => {
      void invalidateRecords(client);
    },
  });
