import { UserError } from '@archive/postgres';
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ArchiveSession, isUnavailable, retryAfterSeconds, UnavailableError } from '../archive-session.ts';
import { checksumOf } from './bag.ts';
import type { ImportLog, Outcome, Result } from './import-log.ts';
import type { PlannedFile } from './plan.ts';

const PARALLEL = 3;
/** The largest files take this long on a slow connection. */
const UPLOAD_TIMEOUT_MS = 6 * 3_600_000;
const DELAYS_SECONDS = [1, 2, 5, 15, 30, 60];
const OUT_OF_SPACE = 507;

interface UploadOptions {
  archive: ArchiveSession;
  log: ImportLog;
  allowDuplicates: boolean;
  signal: AbortSignal;
  /** Called with each result, and undefined for a file of an earlier run. */
  onResult(result: Result | undefined): void;
}

interface Problem {
  detail?: string;
  media_slug?: string;
  /** Set for an upload token, which doesn't learn the slug of a file that the library has. */
  duplicate?: true;
  errors?: { path: string; message: string }[];
}

/**
 * Uploads files, three at a time, and logs each. Waits and tries again while the archive does not respond.
 * @throws a `UserError` when no further file can be stored
 */
export async function uploadFiles(files: readonly PlannedFile[], options: UploadOptions): Promise<void> {
  const { log, onResult } = options;
  const waiting = files.entries();
  // The same in each run of an import that is continued.
  const batch_id = `import-${createHash('sha256').update(log.file).digest('hex').slice(0, 32)}`;
  const stopped = new AbortController();
  const signal = AbortSignal.any([options.signal, stopped.signal]);
  const uploadNext = async () => {
    for (const [index, file] of waiting) {
      signal.throwIfAborted();
      const checksum = await checksumOf(file.source);
      if (log.has(file.path, checksum)) {
        onResult(undefined);
        continue;
      }
      const result = await upload(file, checksum, { batch_id, batch_position: String(index) }, { ...options, signal });
      log.add(result);
      onResult(result);
    }
  };
  let failure: unknown;
  await Promise.all(
    Array.from({ length: PARALLEL }, () =>
      uploadNext().catch((error: unknown) => {
        // The other uploads end because of this failure.
        failure ??= error;
        stopped.abort();
      }),
    ),
  );
  options.signal.throwIfAborted();
  if (failure !== undefined) throw failure;
}

/** The place of a file among the media of its voyage and album, which arrive in any order. */
type Place = Record<'batch_id' | 'batch_position', string>;

async function upload(file: PlannedFile, checksum: string, place: Place, options: UploadOptions): Promise<Result> {
  const { archive, log, allowDuplicates, signal } = options;
  const { path, source, fields } = file;
  const formFields = { ...fields, ...place, ...(allowDuplicates ? { allow_duplicate: 'true' } : {}) };
  // If a response or its line in the report was lost, the next attempt gets the same response, and the file is stored once.
  const key = createHash('sha256')
    .update(JSON.stringify([log.file, path, checksum, formFields]))
    .digest('hex');
  const response = await patiently(signal, async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(formFields)) form.set(name, value);
    form.set('file', await openAsBlob(source), basename(path));
    return archive.respond('POST', '/api/curator/media/upload', {
      body: form,
      headers: { 'idempotency-key': `import-${key}` },
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal,
    });
  });
  const body = (await response.json().catch(() => ({}))) as Problem;
  const result = (outcome: Outcome, note: string): Result => ({
    path,
    checksum,
    outcome,
    mediaSlug: body.media_slug,
    note,
  });
  if (response.status === OUT_OF_SPACE) throw new UserError(body.detail ?? 'The archive has no space left.');
  const reasons = body.errors?.map(({ path: field, message }) => `${field}: ${message}`) ?? [];
  const detail = [body.detail ?? `The archive responded ${response.status}.`, ...reasons].join(' ');
  const isThere = response.status === 409 && (body.media_slug ?? body.duplicate) !== undefined;
  if (!response.ok && !isThere) return result('failed', detail);
  if (!isThere) return result('uploaded', '');
  const unattached = await attach(file, checksum, place, options);
  if (unattached !== undefined) return result('failed', `${detail} ${unattached}`);
  return result('in the library', detail);
}

/** Attaches a file that was already in the library to its records. Returns the problem, if there is one. */
async function attach(
  { fields: { voyage_slug, media_category, album_slug, people } }: PlannedFile,
  sha256: string,
  { batch_id, batch_position }: Place,
  { archive, signal }: UploadOptions,
): Promise<string | undefined> {
  const records = withoutAbsent({ voyage_slug, media_category, album_slug, people });
  if (Object.keys(records).every((name) => name === 'media_category')) return undefined;
  const body = { sha256, ...records, batch_id, batch_position: Number(batch_position) };
  const path = '/api/curator/media/attach-file';
  const response = await patiently(signal, () => archive.respond('POST', path, { body, signal }));
  if (response.ok) {
    await response.body?.cancel();
    return undefined;
  }
  const { detail } = (await response.json().catch(() => ({}))) as Problem;
  return `It isn’t attached to its records: ${detail ?? response.status}`;
}

const withoutAbsent = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Tries again while the archive is busy or does not respond. */
async function patiently(signal: AbortSignal, send: () => Promise<Response>): Promise<Response> {
  for (const seconds of DELAYS_SECONDS) {
    let waitSeconds: number;
    try {
      const response = await send();
      if (!isUnavailable(response)) return response;
      waitSeconds = retryAfterSeconds(response);
      await response.body?.cancel();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UnavailableError)) throw error;
      ({ waitSeconds } = error);
    }
    await sleep(Math.max(seconds, waitSeconds) * 1000, undefined, { signal });
  }
  return send();
}
