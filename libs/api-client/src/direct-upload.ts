import type { OperationResponse, uploadOperations } from '@archive/contracts';
import { ApiError, NO_RESPONSE } from './problem.ts';
import { UPLOAD_STALL_MS } from './media-upload.ts';
import { request } from './request.ts';

type Operations = typeof uploadOperations;
type PartAddress = OperationResponse<Operations['directParts']>[number];

/** Number of parts of one file that are sent concurrently. */
const PARALLEL_PARTS = 3;
/** Delays before each retry of a part. */
const RETRY_DELAYS_MS = [500, 2000, 4000];
/** Number of failed attempts to send the first part after which the storage is considered unreachable. */
const FIRST_ATTEMPTS = 2;

const LOST = 'Connection lost. Trying again...';
const STORAGE = 'direct-upload/';

/** Whether the storage can't be reached from this page, so that files are uploaded through the archive's server. */
let isOutOfReach = false;

export interface DirectInput {
  file: File;
  onProgress: (fraction: number) => void;
  onNote: (note: string | undefined) => void;
  signal: AbortSignal;
}

/** An upload of which all parts were sent. */
export interface SentUpload {
  id: string;
  /** Allows the same file to be uploaded again. */
  forget: () => void;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const noResponse = (detail: string) => new ApiError({ status: NO_RESPONSE, title: 'Upload interrupted', detail });
const keyOf = ({ name, size, type, lastModified }: File) => STORAGE + [name, size, type, lastModified].join('/');

/** Stores the upload id of a file, so that the upload resumes after a reload. Without local storage, it doesn't. */
function remember(file: File, id: string | undefined): void {
  try {
    if (id === undefined) localStorage.removeItem(keyOf(file));
    else localStorage.setItem(keyOf(file), id);
  } catch {
    // Without the stored id, the upload starts over after a reload.
  }
}

function storedId(file: File): string | undefined {
  try {
    return localStorage.getItem(keyOf(file)) ?? undefined;
  } catch {
    return undefined;
  }
}

interface Upload {
  id: string;
  partBytes: number;
  arrived: Set<number>;
}

async function continueUpload(file: File, signal: AbortSignal): Promise<Upload | undefined> {
  const id = storedId(file);
  if (id === undefined) return undefined;
  try {
    const { part_bytes: partBytes, parts } = await request('media.directUpload', { params: { upload_id: id }, signal });
    return { id, partBytes, arrived: new Set(parts) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    remember(file, undefined);
    return undefined;
  }
}

async function startUpload(file: File, size: number, signal: AbortSignal): Promise<Upload | undefined> {
  const { upload_id: id, part_bytes: partBytes } = await request('media.startDirectUpload', { body: { size }, signal });
  if (id === null) return undefined;
  remember(file, id);
  return { id, partBytes, arrived: new Set() };
}

async function checksumOf(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCodePoint(...hash));
}

/** Sends a part to its presigned URL. Resolves to the HTTP status; 0 without a response. */
function put(
  { url, headers }: PartAddress,
  part: Blob,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const xhr = new XMLHttpRequest();
  let watch: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(watch);
    watch = setTimeout(() => xhr.abort(), UPLOAD_STALL_MS);
  };
  xhr.upload.addEventListener('progress', ({ loaded }) => {
    restartTimer();
    onProgress(loaded);
  });
  const abort = () => {
    reject(signal.reason as Error);
    xhr.abort();
  };
  signal.addEventListener('abort', abort);
  xhr.addEventListener('loadend', () => {
    clearTimeout(watch);
    signal.removeEventListener('abort', abort);
    resolve(xhr.status);
  });
  xhr.open('PUT', url);
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
  restartTimer();
  xhr.send(part);
  if (signal.aborted) abort();
  return promise;
}

/**
 * Sends a file directly to the S3 storage, up to three parts at a time. Resolves to undefined if the browser can't reach the storage; the
 * caller then uploads the file through the archive's server.
 */
export async function sendDirect({ file, onProgress, onNote, signal }: DirectInput): Promise<SentUpload | undefined> {
  // The browser computes checksums only on pages with TLS.
  if (isOutOfReach || !globalThis.isSecureContext) return undefined;
  // Read the size once, because the browser checks the disk on each access.
  const { size } = file;
  const earlier = await continueUpload(file, signal);
  if (earlier) onNote('Resuming upload');
  const upload = earlier ?? (await startUpload(file, size, signal));
  if (!upload) {
    isOutOfReach = true;
    return undefined;
  }
  const { id, partBytes, arrived } = upload;
  const total = Math.ceil(size / partBytes);
  const waiting = Array.from({ length: total }, (_, index) => index + 1).filter((number) => !arrived.has(number));
  const sizeOf = (number: number) => Math.min(partBytes, size - (number - 1) * partBytes);
  const inFlight = new Map<number, number>();
  const report = () => {
    const done = [...arrived].reduce((sum, number) => sum + sizeOf(number), 0);
    onProgress([...inFlight.values()].reduce((sum, sent) => sum + sent, done) / size);
  };
  report();
  const stopped = new AbortController();
  const stopOrSignal = AbortSignal.any([signal, stopped.signal]);

  /** Resolves to false if the storage can't be reached. */
  const sendPart = async (number: number): Promise<boolean> => {
    const from = (number - 1) * partBytes;
    // Send a slice of the file: a buffer in memory would be copied by the browser.
    const part = file.slice(from, from + sizeOf(number));
    const sha256 = await checksumOf(await part.arrayBuffer());
    for (let attempt = 0; ; attempt += 1) {
      const body = { parts: [{ number, sha256 }] };
      const [address] = await request('media.directUploadParts', {
        params: { upload_id: id },
        body,
        signal: stopOrSignal,
      });
      const onSent = (sent: number) => {
        inFlight.set(number, sent);
        report();
      };
      const status = await put(address!, part, onSent, stopOrSignal);
      inFlight.delete(number);
      if (status >= 200 && status < 300) {
        arrived.add(number);
        onNote(undefined);
        report();
        return true;
      }
      if (arrived.size === 0 && attempt + 1 >= FIRST_ATTEMPTS) return false;
      const delay = RETRY_DELAYS_MS[attempt];
      if (delay === undefined) throw noResponse('Can’t reach the storage. Try again.');
      onNote(LOST);
      await sleep(delay);
    }
  };
  const sendNext = async (): Promise<void> => {
    for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
      stopOrSignal.throwIfAborted();
      if (!(await sendPart(number))) {
        isOutOfReach = true;
        stopped.abort();
        return;
      }
    }
  };
  const results = await Promise.allSettled(
    Array.from({ length: PARALLEL_PARTS }, () =>
      sendNext().catch((error: unknown) => {
        stopped.abort();
        throw error;
      }),
    ),
  );
  signal.throwIfAborted();
  if (isOutOfReach) {
    remember(file, undefined);
    onNote(undefined);
    return undefined;
  }
  // The first failure aborts the remaining parts, so skip their AbortErrors.
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  const first = failures.find(({ name }) => name !== 'AbortError') ?? failures[0];
  if (first) throw first;
  return { id, forget: () => remember(file, undefined) };
}
