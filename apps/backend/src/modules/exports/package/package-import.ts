import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text as textFrom } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { exportOperations, type PackageImportResult } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Database, SCHEMA_VERSION, type StatementExecutor } from '../../../database/index.ts';
import {
  clearRecords,
  continueNumbering,
  isArchiveEmpty,
  loadRecords,
  lockRecords,
  requestAllDerivatives,
} from '../../records/index.ts';
import { isStorageKey, Storage } from '../../storage/index.ts';
import { PackageReader } from './package-reader.ts';
import { FILES_FOLDER, recordsPath, TABLE_NAMES, type RecordTable } from './record-tables.ts';

const ROWS_AT_ONCE = 500;

const NOT_A_PACKAGE = 'This isn’t an archive package. Choose a ZIP file that was exported from an archive.';
const DAMAGED = 'The package is damaged and can’t be read. Export it again.';
const NOT_EMPTY = 'This archive already has records. A package can be imported only into an empty archive.';

/** Imports a package into an empty archive. Its rows are then identical to those of the exported archive. */
@Injectable()
export class PackageImport {
  readonly #directory: string;
  readonly #database: Database;
  readonly #storage: Storage;

  constructor(@Inject(CONFIG) config: Config, database: Database, storage: Storage) {
    this.#directory = path.join(config.dataDirectory, 'scratch');
    this.#database = database;
    this.#storage = storage;
  }

  /**
   * Stores the upload in a temporary file, verifies every checksum, and then saves all records in one transaction.
   * @throws Problem 409 if the archive isn’t empty, 422 if the file isn’t a complete package of this version
   */
  async import(upload: AsyncIterable<Uint8Array>): Promise<PackageImportResult> {
    await mkdir(this.#directory, { recursive: true });
    const directory = await mkdtemp(path.join(this.#directory, 'package-'));
    try {
      const file = path.join(directory, 'package.zip');
      await pipeline(upload, createWriteStream(file));
      const reader = await PackageReader.open(file).catch((cause: unknown) => {
        throw new Problem(422, NOT_A_PACKAGE, { cause });
      });
      try {
        await verify(reader).catch((cause: unknown) => {
          throw cause instanceof Problem ? cause : new Problem(422, DAMAGED, { cause });
        });
        return await this.#save(reader);
      } finally {
        reader.close();
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  }

  async #save(reader: PackageReader): Promise<PackageImportResult> {
    return this.#database.transaction(
      async (executor) => {
        await lockRecords(executor);
        if (!(await isArchiveEmpty(executor))) throw new Problem(409, NOT_EMPTY);
        await clearRecords(executor);
        const records: Partial<Record<RecordTable, number>> = {};
        for (const table of TABLE_NAMES) records[table] = await loadTable(executor, reader, table);
        for (const table of TABLE_NAMES) await continueNumbering(executor, table);
        const files = await this.#saveFiles(reader);
        if (files > 0) await requestAllDerivatives(executor);
        return { voyages: records.voyage ?? 0, people: records.person ?? 0, media: records.media ?? 0, files };
      },
      { statementMs: exportOperations.importPackage.statementSeconds * 1000 },
    );
  }

  async #saveFiles(reader: PackageReader): Promise<number> {
    const paths = reader.paths.filter((name) => name.startsWith(FILES_FOLDER));
    for (const name of paths) {
      const key = name.slice(FILES_FOLDER.length);
      if (!isStorageKey(key)) throw new Problem(422, `The package has a file with an invalid name: ${key}`);
      await this.#storage.put(key, await reader.open(name), 'application/octet-stream');
    }
    return paths.length;
  }
}

/** Checks the version and that every file has the checksum of the manifest. */
async function verify(reader: PackageReader): Promise<void> {
  if (!['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt'].every((name) => reader.paths.includes(name)))
    throw new Problem(422, NOT_A_PACKAGE);
  const info = await textFrom(await reader.open('bag-info.txt'));
  const version = /^Archive-Schema: (.+)$/m.exec(info)?.[1];
  if (version !== SCHEMA_VERSION)
    throw new Problem(
      422,
      `The package comes from version ${version ?? 'unknown'} of the archive, and this is ${SCHEMA_VERSION}. Export and import with the same version.`,
    );
  const listedHashes = new Map<string, string>();
  for await (const line of createInterface({ input: await reader.open('manifest-sha256.txt') })) {
    const [, sha256 = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    listedHashes.set(name.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%'), sha256);
  }
  const payload = reader.paths.filter((name) => name.startsWith('data/'));
  if (payload.length !== listedHashes.size) throw new Problem(422, 'The package is incomplete. Export it again.');
  for (const name of payload) {
    const hash = createHash('sha256');
    await pipeline(await reader.open(name), hash);
    if (hash.digest('hex') !== listedHashes.get(name))
      throw new Problem(422, `The package is damaged: ${name} has changed since the export.`);
  }
}

/** Inserts the rows of a table. Returns their number. */
async function loadTable(executor: StatementExecutor, reader: PackageReader, table: RecordTable): Promise<number> {
  let count = 0;
  let rows: string[] = [];
  const flush = async () => {
    if (rows.length === 0) return;
    count += await loadRecords(executor, table, `[${rows.join(',')}]`);
    rows = [];
  };
  for await (const line of createInterface({ input: await reader.open(recordsPath(table)), crlfDelay: Infinity })) {
    if (line !== '') rows.push(line);
    if (rows.length >= ROWS_AT_ONCE) await flush();
  }
  await flush();
  return count;
}
