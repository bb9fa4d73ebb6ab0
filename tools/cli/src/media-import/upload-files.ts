import { ArchiveError, NO_RESPONSE } from '@archive/client';
import { UserError } from '@archive/postgres';
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ArchiveSession, isUnavailable } from '../archive-session.ts';
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
  const result = (outcome: Outcome, note: string, mediaSlug?: string): Result => ({
    path,
    checksum,
    outcome,
    mediaSlug,
    note,
  });
  const stored = await patiently(signal, async () =>
    archive.request('media.upload', {
      file: await openAsBlob(source),
      filename: basename(path),
      fields: formFields,
      idempotencyKey: `import-${key}`,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      signal,
    }),
  );
  if (!(stored instanceof ArchiveError)) return result('uploaded', '', stored.media_slug);
  if (stored.status === OUT_OF_SPACE) throw new UserError(stored.detail);
  const detail = [stored.detail, ...stored.errors.map(({ path: field, message }) => `${field}: ${message}`)].join(' ');
  // An upload token doesn't learn the slug of a file that the library has.
  const { media_slug, duplicate } = stored.members as { media_slug?: string; duplicate?: true };
  if (stored.status !== 409 || (media_slug ?? duplicate) === undefined) return result('failed', detail, media_slug);
  const unattached = await attach(file, checksum, place, options);
  if (unattached !== undefined) return result('failed', `${detail} ${unattached}`, media_slug);
  return result('in the library', detail, media_slug);
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
  const attached = await patiently(signal, () => archive.request('media.attachFile', { body, signal }));
  return attached instanceof ArchiveError ? `It isn’t attached to its records: ${attached.detail}` : undefined;
}

const withoutAbsent = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Tries again while the archive is busy or does not respond. Returns the error of a request that it rejects.
 * @throws an `ArchiveError` if it keeps not responding, or does not accept the token or the password
 */
async function patiently<T>(signal: AbortSignal, send: () => Promise<T>): Promise<T | ArchiveError> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ArchiveError) || error.status === 401) throw error;
      const seconds = DELAYS_SECONDS[attempt];
      if (seconds === undefined && error.status === NO_RESPONSE) throw error;
      if (seconds === undefined || !isUnavailable(error)) return error;
      await sleep(Math.max(seconds, error.retry_after ?? 0) * 1000, undefined, { signal });
    }
  }
}
