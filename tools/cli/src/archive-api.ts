import { ArchiveClient, type ArchiveError, type Output, type Operations } from '@archive/client';
import type { Health, PackageImportReport } from '@archive/contracts';
import { UserError } from '@archive/postgres';
import { createReadStream, openAsBlob } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export type Operation = Output<Operations['ingest.status']>['operations'][number];

const TIMEOUT_MS = 15_000;
const DOCUMENT_TIMEOUT_MS = 120_000;

/** Signs in to an archive that this program has started. */
export async function signedIn(url: string, username: string, password: string): Promise<ArchiveClient> {
  const archive = new ArchiveClient({ url, timeoutMs: TIMEOUT_MS });
  await archive.signIn(username, password);
  return archive;
}

/**
 * Waits until the server is ready.
 * @throws a `UserError` with the last reason after the timeout, or at once if only an operator can fix it
 */
export async function waitUntilReady(url: string, milliseconds: number, signal: AbortSignal): Promise<void> {
  let reason = 'no response';
  for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(50, undefined, { signal })) {
    const response = await fetch(`${url}/health/ready`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]),
    }).catch(() => undefined);
    if (response?.ok) return;
    if (!response) continue;
    const { dependencies = {} } = (await response.json().catch(() => ({}))) as Partial<Health>;
    const down = Object.entries(dependencies).filter(([, { status }]) => status === 'down');
    reason = down.map(([name, { detail }]) => `${name}: ${detail}`).join(' ') || `status ${response.status}`;
    if (down.some(([, { rejected }]) => rejected)) throw new UserError(`The archive can’t start. ${reason}`);
  }
  throw new UserError(`The API was not ready after ${milliseconds / 1000} s (${reason})`);
}

/** Starts the import of a document, and returns its id. Unless names are confirmed, it waits if some need review. */
export async function ingest(archive: ArchiveClient, file: string, { confirmNames = false } = {}): Promise<string> {
  const { data } = await archive.request('ingest.start', {
    // Earlier versions do not know the parameter.
    query: confirmNames ? { confirm_names: '1' } : {},
    file: await openAsBlob(file),
    filename: basename(file),
    timeoutMs: DOCUMENT_TIMEOUT_MS,
  });
  return data.operation_id;
}

interface PackageImport {
  url: string;
  file: string;
  replacesEarlierWork: boolean;
  password: string;
  signal: AbortSignal;
}

/** Sends a package, which a worker imports into the empty archive. */
export async function importPackage(
  archive: ArchiveClient,
  { url, file, replacesEarlierWork, password, signal }: PackageImport,
): Promise<PackageImportReport> {
  const query = { replace_earlier_work: replacesEarlierWork ? ('1' as const) : ('0' as const) };
  // An empty file is rejected, with what has to be confirmed first.
  const confirmation = await archive.request('exports.importPackage', { query, file: new Blob([]) }).then(
    () => '',
    (error: ArchiveError) => archive.confirmWith(password, error),
  );
  return sendPackage(url, file, query, { ...archive.credentials, confirmation }, signal);
}

/** Sends a package, which a worker imports or compares. */
export async function sendPackage(
  url: string,
  file: string,
  query: Record<string, string>,
  credentials: Record<string, string>,
  signal: AbortSignal,
): Promise<PackageImportReport> {
  const path = `/api/curator/archive-package?${new URLSearchParams(query)}`;
  const headers = { origin: url, accept: 'application/json', ...credentials };
  const { status, text } = await postFile(url + path, file, headers, signal);
  const result = JSON.parse(text) as PackageImportReport & { detail?: string };
  if (status === 202) return result;
  throw new UserError(`The package was not imported. ${result.detail ?? text}`);
}

/** The import of a package with this ID, or the newest one. */
export const packageImport = async (archive: ArchiveClient, importId?: string) =>
  (await archive.request('exports.packageImport', { query: importId === undefined ? {} : { import_id: importId } }))
    .data.package_import;

export const isPackageEnded = ({ state }: PackageImportReport) => state !== 'waiting' && state !== 'running';

/** Waits until a package is imported or compared, or was not. */
export async function followPackage(
  archive: ArchiveClient,
  started: PackageImportReport,
  print: (state: string) => void,
  signal: AbortSignal,
): Promise<PackageImportReport> {
  for (let report = started, lastStep = ''; ; await sleep(200, undefined, { signal })) {
    report = (await packageImport(archive, started.import_id)) ?? report;
    if (report.step !== lastStep) print((lastStep = report.step));
    if (isPackageEnded(report)) return report;
  }
}

/** Sends a file as a form, without the time limit that `fetch` has for the response. */
async function postFile(
  url: string,
  file: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const boundary = `archive-${process.pid}-${Date.now()}`;
  const type = `multipart/form-data; boundary=${boundary}`;
  const sending = request(url, { method: 'POST', headers: { ...headers, 'content-type': type }, signal });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve).once('error', reject);
  });
  const parts = async function* () {
    yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${basename(file).replaceAll(/["\r\n]/g, '_')}"\r\n\r\n`;
    yield* createReadStream(file);
    yield `\r\n--${boundary}--\r\n`;
  };
  const [received] = await Promise.all([response, pipeline(parts, sending)]);
  return { status: received.statusCode ?? 0, text: await text(received) };
}
