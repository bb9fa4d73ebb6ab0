import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { contentTypeOf } from '../media/index.ts';
import type { Storage } from '../storage/index.ts';
import { BackupError, type BackupLocation, type Manifest, verifyingStream } from './backup-location.ts';
import { connect, copyInSql, quotedTable, tablesOf } from './connection.ts';

const FILES_AT_ONCE = 4;
const SHOWN_PROBLEMS = 10;
/** Time for the connections of a process that has just ended to close. */
const CLOSING_MS = 2000;
const PAUSE_MS = 100;

/** Before the baseline, sequences had the names that their tables once had. */
const RENAMED_SEQUENCES = new Map([
  ['storage_deletion_id_seq', 'storage_cleanup_id_seq'],
  ['storage_finding_id_seq', 'storage_discrepancy_id_seq'],
]);

interface RestoreOptions {
  /** URL of the database for the role that owns its tables. */
  ownerUrl: string;
  storage: Storage;
  location: BackupLocation;
  /** Name of the backup; undefined restores the latest one. */
  name: string | undefined;
  /** Names of the migrations that this version has. */
  migrations: readonly string[];
  /** Names of those that create the schema into which backups from before it are loaded. */
  baseline: readonly string[];
  /** The migration that the oldest of these backups have. */
  oldest: string;
  /** Runs these migrations, or all pending ones. */
  migrate(only?: readonly string[]): Promise<unknown>;
  print(line: string): void;
}

/**
 * Restores a backup into an empty database and an empty library. If that fails, nothing is changed.
 * @throws BackupError if either isn't empty, or if the backup is damaged or of a newer version
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const { ownerUrl, storage, location, migrate, print } = options;
  const names = await location.backups();
  const name = options.name ?? names.at(-1);
  if (name === undefined) throw new BackupError(`${location.name} has no backups.`);
  const manifest = await location.read(name);
  const schema = schemaOf(manifest, options);
  const client = await connect(ownerUrl);
  try {
    await requireAlone(client);
    const hasSchema = await requireEmptyDatabase(client);
    await requireEmptyLibrary(storage);
    await requireIntactTables(location, manifest);
    print(`Restoring the backup ${name}: ${manifest.files.length} files.`);
    await restoreFiles(storage, location, manifest);
    try {
      if (hasSchema) await resetSchema(client);
      await migrate(schema);
      print(`Restoring the rows of ${manifest.tables.length} tables.`);
      await loadTables(client, location, manifest);
    } catch (error) {
      await removeFiles(storage, manifest);
      throw error;
    }
  } finally {
    await client.end();
  }
  await migrate();
  return manifest;
}

/**
 * The migrations that create the schema of a backup. A backup from before the baseline is loaded into the schema of the baseline, whose
 * migrations then convert its rows like those of an archive that is upgraded.
 */
function schemaOf(
  { migrations }: Manifest,
  { migrations: known, baseline, oldest }: RestoreOptions,
): readonly string[] {
  const [first = ''] = baseline;
  const newer = migrations.find((name) => name >= first && !known.includes(name));
  if (newer !== undefined)
    throw new BackupError(
      `The backup was made by a newer version of the archive (${newer}). Restore it with that version.`,
    );
  const names = migrations.filter((name) => name >= first);
  if (names.length > 0) return names;
  if (!migrations.includes(oldest))
    throw new BackupError(
      'The backup was made before November 23, 2026. Restore it with the version that made it, and upgrade that archive to a version of November 27, 2026 first.',
    );
  return baseline;
}

async function requireAlone(client: pg.Client): Promise<void> {
  for (const deadline = Date.now() + CLOSING_MS; ; await pause(PAUSE_MS)) {
    const { rowCount } = await client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and coalesce(backend_type, 'client backend') = 'client backend'`,
    );
    if (!rowCount) return;
    if (Date.now() > deadline)
      throw new BackupError('The database is in use. Stop the API and the workers, and restore again.');
  }
}

/** Requires a database without records. A new archive only has the known presidents, which is allowed. Returns whether there are tables. */
async function requireEmptyDatabase(client: pg.Client): Promise<boolean> {
  const tables = (await tablesOf(client)).map(({ name }) => name);
  if (tables.length === 0) return false;
  const records = ['voyage', 'media', 'album', 'history'];
  if (!tables.includes('migration') || !records.every((name) => tables.includes(name)))
    throw new BackupError('The database has tables of another program. Restore into an empty database.');
  const { rows } = await client.query<{ empty: boolean }>(
    `select ${records.map((name) => `not exists (select from ${quotedTable(name)})`).join(' and ')} as empty`,
  );
  if (!rows[0]?.empty)
    throw new BackupError('The database already has an archive. Restore into an empty database, or an empty folder.');
  return true;
}

async function requireEmptyLibrary(storage: Storage): Promise<void> {
  const { objects } = await storage.list('', { limit: 1 });
  if (objects.length > 0)
    throw new BackupError('The library already has files. Restore into an empty folder, or an empty bucket.');
}

async function requireIntactTables(location: BackupLocation, { tables }: Manifest): Promise<void> {
  for (const { name, sha256 } of tables)
    if (!(await location.isIntact(sha256)))
      throw new BackupError(`The backup is damaged: the rows of ${name} are missing or changed. Restore another one.`);
}

/** Restores either all files or none. */
async function restoreFiles(storage: Storage, location: BackupLocation, manifest: Manifest): Promise<void> {
  const damaged: string[] = [];
  const waiting = [...manifest.files].reverse();
  const work = async () => {
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const content = await location.openContent(file.sha256);
      const result = content && (await storage.put(file.key, content, contentTypeOf(file.key).type));
      if (result?.sha256.toString('hex') !== file.sha256) damaged.push(file.key);
    }
  };
  try {
    await Promise.all(Array.from({ length: FILES_AT_ONCE }, work));
  } catch (error) {
    await removeFiles(storage, manifest);
    throw error;
  }
  if (damaged.length === 0) return;
  await removeFiles(storage, manifest);
  const paths = damaged.sort().slice(0, SHOWN_PROBLEMS);
  const omitted = damaged.length > paths.length ? `\n  and ${damaged.length - paths.length} more` : '';
  throw new BackupError(
    `The backup is damaged. Nothing was restored, because these files are missing or changed:\n  ${paths.join('\n  ')}${omitted}`,
  );
}

async function removeFiles(storage: Storage, { files }: Manifest): Promise<void> {
  for (const { key } of files) await storage.remove(key);
}

/** Removes the empty archive, which may have another schema. */
async function resetSchema(client: pg.Client): Promise<void> {
  await client.query(
    'drop schema if exists public cascade; drop schema if exists bullmq cascade; create schema public',
  );
}

/** Loads all rows in one transaction. Triggers are disabled, because the backup already contains what they would compute. */
async function loadTables(client: pg.Client, location: BackupLocation, manifest: Manifest): Promise<void> {
  const { tables, sequences } = manifest;
  const names = tables.map(({ name }) => quotedTable(name));
  await client.query('begin');
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  // Also empties tables that an earlier schema didn't have.
  await client.query(`truncate ${names.join(', ')} cascade`);
  const present = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]));
  for (const name of await loadOrder(client)) {
    const table = tables.find((candidate) => candidate.name === name);
    if (!table) continue;
    const content = await location.openContent(table.sha256);
    if (!content) throw new BackupError(`The backup is damaged: the rows of ${name} are missing.`);
    // Columns that only schemas from before the baseline have.
    const dropped = table.columns
      .filter((column) => present.get(name)?.includes(column) === false)
      .map((column) => pg.escapeIdentifier(column));
    for (const column of dropped) await client.query(`alter table ${quotedTable(name)} add column ${column} text`);
    const rows = client.query(copyFrom(copyInSql(table)));
    await pipeline(verifyingStream(content, table.sha256), createGunzip(), rows);
    if (rows.rowCount !== table.rows)
      throw new BackupError(`The backup is damaged: ${name} has ${rows.rowCount} rows instead of ${table.rows}.`);
    for (const column of dropped) await client.query(`alter table ${quotedTable(name)} drop column ${column}`);
  }
  for (const { name, last_value, is_called } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quotedTable(RENAMED_SEQUENCES.get(name) ?? name),
      last_value,
      is_called,
    ]);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
  await client.query('analyze');
}

/** The tables in an order in which each table comes after those that it references. */
async function loadOrder(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; needs: string[] }>(
    `select c.relname::text as name, coalesce(array_agg(f.relname::text) filter (where f.relname is not null), '{}') as needs
     from pg_class c left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid
       left join pg_class f on f.oid = k.confrelid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1 order by 1`,
  );
  const order: string[] = [];
  const remaining = new Map(rows.map(({ name, needs }) => [name, needs]));
  while (remaining.size > 0) {
    const ready = [...remaining]
      .filter(([, needs]) => needs.every((need) => !remaining.has(need)))
      .map(([name]) => name);
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${[...remaining.keys()].join(', ')}`);
    for (const name of ready) remaining.delete(name);
    order.push(...ready);
  }
  return order;
}
