import type { mediaCalls } from '@archive/contracts';
import type { CallAnswer } from '@archive/contracts';
import { ApiError, NO_ANSWER, problemOf } from './problem.ts';
import { announceSignedOut } from './signed-out.ts';

const ADDRESS = '/api/curator/media/upload';

/** An upload is given up after this long without progress (01-decisions, "upload size and time"). */
export const UPLOAD_SILENCE_MS = 15_000;
/** What the server may take, with the whole file there, to store it and to answer. */
export const UPLOAD_ANSWER_MS = 60_000;

export type UploadedMedia = CallAnswer<(typeof mediaCalls)['upload']>;

/** The library has the very same file already: the 409 of an upload, with the record that has it. */
export class SameFileError extends ApiError {
  override name = 'SameFileError';
  readonly media_slug: string;

  constructor(refusal: ApiError, mediaSlug: string) {
    super(refusal);
    this.media_slug = mediaSlug;
  }
}

export interface UploadInput {
  file: File;
  /** The form's fields beside the file (SPEC section 7). */
  fields: Record<string, string>;
  /** `Idempotency-Key`: the same file with the same fields under the same key is stored once. */
  repeatKey: string;
  /** Told how much has been sent, 0 to 1. */
  onProgress: (sent: number) => void;
  /** Ends it early; the promise is then rejected with the signal's reason. */
  signal: AbortSignal;
}

const broken = (detail: string) => new ApiError({ status: NO_ANSWER, title: 'Upload broken off', detail });

async function refusalOf(answer: Response): Promise<ApiError> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  const refusal = await problemOf(answer);
  const slug = typeof body === 'object' && body !== null && 'media_slug' in body ? body.media_slug : undefined;
  return answer.status === 409 && typeof slug === 'string' ? new SameFileError(refusal, slug) : refusal;
}

async function read(status: number, statusText: string, text: string): Promise<UploadedMedia> {
  const answer = new Response(text, { status, statusText });
  if (answer.ok) return (await answer.json()) as UploadedMedia;
  if (status === 401) announceSignedOut();
  throw await refusalOf(answer);
}

/**
 * Sends a file with its fields. `fetch` cannot say how much has been sent, so this is the one call that goes another way.
 * @throws SameFileError when the library has the file, ApiError for every other refusal and when nothing gets through
 */
export function uploadMedia({ file, fields, repeatKey, onProgress, signal }: UploadInput): Promise<UploadedMedia> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadedMedia>();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file);

  const call = new XMLHttpRequest();
  let watch: ReturnType<typeof setTimeout> | undefined;
  const giveUpAfter = (ms: number) => {
    clearTimeout(watch);
    watch = setTimeout(() => {
      reject(broken(`Nothing got through for ${ms / 1000} seconds.`));
      call.abort();
    }, ms);
  };
  call.upload.addEventListener('progress', ({ loaded, total }) => {
    giveUpAfter(UPLOAD_SILENCE_MS);
    onProgress(total > 0 ? loaded / total : 0);
  });
  call.upload.addEventListener('load', () => giveUpAfter(UPLOAD_ANSWER_MS));
  call.addEventListener('load', () => resolve(read(call.status, call.statusText, call.responseText)));
  call.addEventListener('error', () => reject(broken('The archive cannot be reached.')));
  const abort = () => {
    reject(signal.reason as Error);
    call.abort();
  };
  signal.addEventListener('abort', abort);
  call.addEventListener('loadend', () => {
    clearTimeout(watch);
    signal.removeEventListener('abort', abort);
  });

  call.open('POST', ADDRESS);
  call.setRequestHeader('accept', 'application/json');
  call.setRequestHeader('idempotency-key', repeatKey);
  giveUpAfter(UPLOAD_SILENCE_MS);
  call.send(form);
  if (signal.aborted) abort();
  return promise;
}

export interface FinishInput {
  /** Of an upload that has come whole at `/media-uploads`. */
  id: string;
  fields: Record<string, string>;
  repeatKey: string;
  signal: AbortSignal;
}

/**
 * Has a file that was sent to `/media-uploads` stored with its record.
 * @throws as `uploadMedia` does
 */
export async function finishUpload({ id, fields, repeatKey, signal }: FinishInput): Promise<UploadedMedia> {
  const answer = await fetch(`/api/curator/media/uploads/${id}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': repeatKey },
    body: JSON.stringify(fields),
    signal: AbortSignal.any([signal, AbortSignal.timeout(UPLOAD_ANSWER_MS)]),
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw broken('The archive cannot be reached.');
  });
  return read(answer.status, answer.statusText, await answer.text());
}
