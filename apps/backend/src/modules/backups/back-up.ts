import { createHash } from 'node:crypto';
import { createGzip } from 'node:zlib';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { FILE_DELETION_LOCK, INCOMING_PREFIX, type Storage, type StoredObject } from '../storage/index.ts';
import { BackupError, type BackupLocation, type Manifest, backupName } from './backup-location.ts';
import { connect, copyOutSql, tablesOf } from './connection.ts';

const FILES_AT_ONCE = 4;
const KEYS_AT_ONCE = 1000;
const RETRY_MS = 100;
const LOCK_TIMEOUT = '30s';
const LOCK_NOT_AVAILABLE = '55P03';

export interface BackupReport {
  name: string;
  tables: number;
  rows: number;
  files: number;
  /** Size of all files in bytes. */
  bytes: number;
  /** Number of files and tables that no earlier backup had. */
  added: number;
  addedBytes: number;
  /** Number of media whose file is not in the storage. */
  missing: number;
  /** Earlier backups that were removed. */
  removed: number;
}

interface BackupOptions {
  databaseUrl: string;
  storage: Storage;
  location: BackupLocation;
  /** Number of backups to keep; undefined keeps all. */
  keep?: number | undefined;
}

/**
 * Backs up a consistent state: a snapshot of the database, every file that was stored before it was taken, and every newer file that the
 * snapshot has a record of. The archive keeps running; only deletions of files wait.
 */
export async function backUp({ databaseUrl, storage, location, keep }: BackupOptions): Promise<BackupReport> {
  const client = await connect(databaseUrl);
  try {
    await pauseDeletions(client);
    await location.claim(await identityOf(client));
    // Backup names are times to the second, so wait until the name is free.
    while ((await location.backups()).at(-1) === backupName(new Date())) await sleep(RETRY_MS);
    const contents = await location.contents();
    const storedBefore = { count: contents.size, bytes: sum(contents.values()) };
    const earlier = await listFiles(storage);
    await client.query('begin isolation level repeatable read read only');
    const database = await copyDatabase(client, location, contents);
    const objects = await filesOfSnapshot(client, storage, earlier);
    const missing = await countMissing(client, new Set(objects.map(({ key }) => key)));
    await client.query('commit');
    const files = await copyFiles(objects, { storage, location, contents, previous: await previousFiles(location) });
    const name = backupName(new Date(database.created_at));
    await location.save(name, { ...database, files });
    return {
      name,
      tables: database.tables.length,
      rows: sum(database.tables.map(({ rows }) => rows)),
      files: files.length,
      bytes: sum(files.map(({ size }) => size)),
      added: contents.size - storedBefore.count,
      addedBytes: sum(contents.values()) - storedBefore.bytes,
      missing,
      // An older backup may have the missing files.
      removed: keep === undefined || missing > 0 ? 0 : await removeOld(location, keep),
    };
  } finally {
    await client.end();
  }
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

/** Prevents deletions of files until the connection ends. */
async function pauseDeletions(client: pg.Client): Promise<void> {
  try {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query('select pg_advisory_lock($1)', [FILE_DELETION_LOCK]);
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new BackupError('Another backup of this archive is running. Wait until it has finished.');
  }
}

/** An id of the archive, which a restore preserves. Each archive that was set up empty has its own id. */
async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ created: string }>('select min(executed_at)::text as created from migration');
  return createHash('sha256')
    .update(rows[0]?.created ?? '')
    .digest('hex');
}

async function copyDatabase(
  client: pg.Client,
  location: BackupLocation,
  contents: Map<string, number>,
): Promise<Omit<Manifest, 'files'>> {
  const { rows: state } = await client.query<{ created_at: Date; postgresql: string }>(
    `select now() as created_at, current_setting('server_version') as postgresql`,
  );
  const { rows: migrations } = await client.query<{ name: string }>('select name from migration order by id');
  const tables: Manifest['tables'] = [];
  for (const table of await tablesOf(client)) {
    const rows = client.query(copyTo(copyOutSql(table)));
    const content = await location.add(compress(rows), contents);
    tables.push({ ...table, rows: rows.rowCount ?? 0, ...content });
  }
  return {
    created_at: state[0]?.created_at.toISOString() ?? '',
    postgresql: state[0]?.postgresql ?? '',
    migrations: migrations.map(({ name }) => name),
    tables,
    sequences: await sequencesOf(client),
  };
}

function compress(source: Readable): Readable {
  const gzip = createGzip();
  source.once('error', (error) => gzip.destroy(error));
  return source.pipe(gzip);
}

async function sequencesOf(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from public.${client.escapeIdentifier(name)}`,
    );
    const [value] = values;
    if (value) sequences.push({ name, ...value });
  }
  return sequences;
}

/** All files except those that are still being uploaded. */
async function listFiles(storage: Storage): Promise<Map<string, StoredObject>> {
  const filesByKey = new Map<string, StoredObject>();
  let fromKey: string | undefined;
  do {
    const { objects, next } = await storage.list('', { from: fromKey });
    for (const object of objects) if (!object.key.startsWith(INCOMING_PREFIX)) filesByKey.set(object.key, object);
    fromKey = next;
  } while (fromKey !== undefined);
  return filesByKey;
}

/** The earlier files, and the files stored since that the snapshot has a record of. */
async function filesOfSnapshot(
  client: pg.Client,
  storage: Storage,
  earlier: Map<string, StoredObject>,
): Promise<StoredObject[]> {
  const files = new Map(earlier);
  const newFiles = [...(await listFiles(storage)).values()].filter(({ key }) => !earlier.has(key));
  for (let index = 0; index < newFiles.length; index += KEYS_AT_ONCE) {
    const page = newFiles.slice(index, index + KEYS_AT_ONCE);
    const { rows } = await client.query<{ key: string }>(
      'select key from unnest($1::text[]) candidate(key) where is_known_file(key)',
      [page.map(({ key }) => key)],
    );
    const recordedKeys = new Set(rows.map(({ key }) => key));
    for (const object of page) if (recordedKeys.has(object.key)) files.set(object.key, object);
  }
  return [...files.values()];
}

async function countMissing(client: pg.Client, keys: ReadonlySet<string>): Promise<number> {
  const { rows } = await client.query<{ storage_key: string }>(
    'select storage_key from media where storage_key is not null',
  );
  return rows.filter(({ storage_key }) => !keys.has(storage_key)).length;
}

type BackedUpFile = Manifest['files'][number];

async function previousFiles(location: BackupLocation): Promise<Map<string, BackedUpFile>> {
  const name = (await location.backups()).at(-1);
  if (name === undefined) return new Map();
  // Without a valid manifest, every file is read again, which takes longer but is correct.
  const manifest = await location.read(name).catch(() => undefined);
  return new Map(manifest?.files.map((file) => [file.key, file]));
}

interface CopyOptions {
  storage: Storage;
  location: BackupLocation;
  contents: Map<string, number>;
  previous: Map<string, BackedUpFile>;
}

async function copyFiles(objects: readonly StoredObject[], options: CopyOptions): Promise<BackedUpFile[]> {
  const files: BackedUpFile[] = [];
  const waiting = [...objects].reverse();
  const work = async () => {
    for (let object = waiting.pop(); object; object = waiting.pop()) {
      const file = await copyFile(object, options);
      if (file) files.push(file);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  return files.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Copies a file unless the previous backup has it; undefined if it no longer exists, for example part of an upload that has finished. */
async function copyFile(
  { key, size, etag }: StoredObject,
  { storage, location, contents, previous }: CopyOptions,
): Promise<BackedUpFile | undefined> {
  const last = previous.get(key);
  if (last && last.size === size && last.etag === etag && contents.get(last.sha256) === size) return last;
  const body = await storage.open(key);
  return body && { key, etag, ...(await location.add(body, contents)) };
}

/** Removes all backups except the `keep` newest, and the contents that only they had. Returns the number of removed backups. */
async function removeOld(location: BackupLocation, keep: number): Promise<number> {
  const names = await location.backups();
  const old = names.slice(0, Math.max(0, names.length - keep));
  if (old.length === 0) return 0;
  const used = new Set<string>();
  for (const name of names.slice(old.length)) {
    const { tables, files } = await location.read(name);
    for (const { sha256 } of [...tables, ...files]) used.add(sha256);
  }
  for (const name of old) await location.remove(name);
  for (const sha256 of (await location.contents()).keys()) if (!used.has(sha256)) await location.removeContent(sha256);
  return old.length;
}
