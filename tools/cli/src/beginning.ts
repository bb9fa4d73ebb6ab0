import type { ArchiveClient } from '@archive/client';
import { MAX_DOCUMENT_BYTES, type PackageImportReport } from '@archive/contracts';
import { formatAdded, formatFileSize, pluralize } from '@archive/contracts/format';
import { UserError } from '@archive/postgres';
import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  followPackage,
  importPackage,
  ingest,
  isPackageEnded,
  type Operation,
  packageImport,
  signedIn,
} from './archive-api.ts';
import { fromCurrentFolder, placeOption } from './options.ts';

/** What an archive begins with. */
export type Beginning =
  | { kind: 'sample' }
  | { kind: 'empty' }
  | { kind: 'document'; file: string }
  | { kind: 'package'; file: string; replacesEarlierWork: boolean }
  | { kind: 'backup'; place: { BACKUP_LOCATION?: string } };

export interface BeginningOptions {
  empty?: boolean;
  document?: string;
  package?: string;
  replaceEarlierWork?: boolean;
  backup?: string;
}

const SAMPLE = 'archive/sequoia-voyages.md';
/** A file in DATA_DIR: the archive began otherwise, so a later start doesn't import the sample. */
const NO_SAMPLE = 'no-sample';

/** @throws a `UserError` for a file that can't be read or is too large */
export function readBeginning(options: BeginningOptions): Beginning {
  const { document, package: zip, backup, replaceEarlierWork: replacesEarlierWork = false } = options;
  if (replacesEarlierWork && zip === undefined)
    throw new UserError('--replace-earlier-work is for --package: name the package.');
  if (document !== undefined)
    return { kind: 'document', file: readableFile('--document', document, MAX_DOCUMENT_BYTES) };
  if (zip !== undefined) return { kind: 'package', file: readableFile('--package', zip), replacesEarlierWork };
  if (backup === '') throw new UserError('--backup has no value.');
  if (backup !== undefined) {
    const place = placeOption('--from', backup);
    const folder = place.BACKUP_LOCATION ?? '';
    if (!folder.includes('://') && !existsSync(folder))
      throw new UserError(`--backup names a folder that does not exist: ${folder}.`);
    return { kind: 'backup', place };
  }
  return { kind: options.empty ? 'empty' : 'sample' };
}

export function readableFile(option: string, typed: string, maxBytes = Infinity): string {
  if (typed === '') throw new UserError(`${option} has no value.`);
  const file = fromCurrentFolder(typed);
  if (!existsSync(file)) throw new UserError(`${option} names a file that does not exist: ${file}.`);
  const { size } = statSync(file);
  if (!statSync(file).isFile()) throw new UserError(`${option} needs a file, and ${file} is a folder.`);
  if (size === 0) throw new UserError(`${option} names an empty file: ${file}.`);
  if (size > maxBytes)
    throw new UserError(
      `${option} names a file of ${formatFileSize(size)}: ${file}. ${formatFileSize(maxBytes)} is the limit.`,
    );
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new UserError(`${option} names a file that this user can’t read: ${file}.`);
  }
  return file;
}

interface Context {
  root: string;
  dataDir: string;
  /** The curator's password; undefined if only its hash is known. */
  password: string | undefined;
  username: string;
  print: (state: string) => void;
  signal: AbortSignal;
}

/**
 * Fills an archive that has no records, and resumes an interrupted import. Linked files follow later, so that a start needs no internet
 * access. Returns what happened; an empty text if nothing had to be done.
 * @throws a `UserError` if the archive already has records and something else than the sample was named
 */
export async function beginArchive(url: string, beginning: Beginning, context: Context): Promise<string> {
  const { dataDir, username, password } = context;
  if (password === undefined) {
    // The first import was made by an earlier start, or is left to the person who set the hash.
    if (beginning.kind !== 'document' && beginning.kind !== 'package') return '';
    throw new UserError(`--${beginning.kind} needs the password of the archive: set CURATOR_PASSWORD.`);
  }
  const archive = await signedIn(url, username, password);
  try {
    const summary = await begin(archive, beginning, { ...context, url, password });
    if (beginning.kind !== 'sample') writeFileSync(join(dataDir, NO_SAMPLE), '');
    return summary;
  } finally {
    await archive.signOut().catch(() => undefined);
  }
}

async function begin(
  archive: ArchiveClient,
  beginning: Beginning,
  context: Context & { url: string; password: string },
): Promise<string> {
  const { root, dataDir, print } = context;
  const [latest] = (await archive.request('ingest.status')).data.operations;
  const running = latest && !isFinished(latest) ? latest.operation_id : undefined;
  const { data: setup } = await archive.request('setup.get');
  const isNew = setup.is_empty && setup.earlier_work === null;
  switch (beginning.kind) {
    case 'backup':
      return 'restored';
    case 'empty':
      return setup.is_empty ? 'empty' : 'has records already; --empty changes nothing';
    case 'sample':
      if (running !== undefined) return follow(archive, running, context);
      if (!isNew || existsSync(join(dataDir, NO_SAMPLE))) return '';
      return follow(archive, await beginWithSample(archive, root), context);
    case 'document':
      if (running === undefined && !setup.is_empty) throw hasRecords(beginning.kind, dataDir);
      return follow(archive, running ?? (await ingest(archive, beginning.file)), context);
    case 'package': {
      const importedBy = async (started: PackageImportReport) => {
        const { imported, error } = await followPackage(archive, started, print, context.signal);
        if (!imported) throw new UserError(`The package was not imported. ${error ?? 'It was canceled.'}`);
        return `${formatAdded(imported)} imported`;
      };
      const active = await packageImport(archive);
      if (active && !isPackageEnded(active)) return importedBy(active);
      if (!setup.is_empty) throw hasRecords(beginning.kind, dataDir);
      if (setup.earlier_work && !beginning.replacesEarlierWork)
        throw new UserError(
          `The archive in ${dataDir} has no records, but it still has the history of deleted ones. --replace-earlier-work deletes it for good, with earlier imports and the trash.`,
        );
      print('sending the package');
      return importedBy(await importPackage(archive, { ...context, ...beginning }));
    }
  }
}

/** Starts the import of the sample, and adds its stories, whose links lead to the voyages once they are saved. */
async function beginWithSample(archive: ArchiveClient, root: string): Promise<string> {
  const id = await ingest(archive, join(root, SAMPLE), { confirmNames: true });
  await archive.request('setup.addStories');
  return id;
}

const hasRecords = (kind: string, dataDir: string) =>
  new UserError(
    `The archive in ${dataDir} already has records, and --${kind} begins a new one. Name another folder with --data.`,
  );

/** Waits until the voyages of an import are saved. */
async function follow(archive: ArchiveClient, id: string, { print, signal }: Context): Promise<string> {
  for (let lastStep = ''; ; await sleep(200, undefined, { signal })) {
    const { data: operation } = await archive.request('ingest.get', { params: { operation_id: id } });
    if (operation.current_step && operation.current_step !== lastStep) print((lastStep = operation.current_step));
    if (operation.status === 'failed') return `the import failed: ${operation.error_message}`;
    if (operation.needs_names && isFinished(operation))
      return `${pluralize(operation.names?.check ?? 0, 'a name needs', `${operation.names?.check} names need`)} review before the import: open /voyages/import/${id}`;
    if (isFinished(operation) || isFetchingMedia(operation)) return `${operation.voyages_processed} voyages imported`;
  }
}

/** Media are fetched once all voyages are saved. */
function isFetchingMedia({ current_step }: Operation): boolean {
  return current_step?.startsWith('Fetching media') === true;
}

function isFinished({ status }: Operation): boolean {
  return status === 'completed' || status === 'failed';
}
