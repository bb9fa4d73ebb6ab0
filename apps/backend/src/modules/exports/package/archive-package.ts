import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/index.ts';
import { col, Database, SCHEMA_VERSION, statement } from '../../../database/index.ts';
import { Storage } from '../../storage/index.ts';
import { ArchiveDocument } from '../archive-document.ts';
import { linesOf } from '../downloads.ts';
import { BagWriter } from './bag-writer.ts';
import {
  FILES_FOLDER,
  RECORD_TABLES,
  type RecordTable,
  TABLE_NAMES,
  packageDirectory,
  recordsPath,
} from './record-tables.ts';

const ROWS_AT_ONCE = 500;

/** Storage keys of all files of records, and of imported documents. */
const FILES = statement(
  'package-files',
  `select distinct key from (
    select storage_key as key from media where storage_key is not null
    union all select document_key from ingest_operation
    union all select text_key from ingest_operation where text_key is not null) f
  order by key`,
  { key: col.text },
);

/** The whole archive as one ZIP (BagIt 1.0): every record as JSON, the document that an import reads, and the files. */
@Injectable()
export class ArchivePackage {
  readonly #log = new Logger('Export');
  readonly #directory: string;
  readonly #title: string;
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #document: ArchiveDocument;

  constructor(@Inject(CONFIG) config: Config, database: Database, storage: Storage, document: ArchiveDocument) {
    this.#directory = path.join(config.dataDirectory, 'scratch');
    this.#title = config.archive.title;
    this.#database = database;
    this.#storage = storage;
    this.#document = document;
  }

  /**
   * Reads the records into temporary files in one transaction, so that they are consistent. The ZIP is then created while it is read, and
   * aborted if a file can't be read.
   */
  async open({ files }: { files: boolean }): Promise<Readable> {
    const directory = await packageDirectory(this.#directory);
    const bag = new BagWriter();
    try {
      await this.#dump(directory);
    } catch (error) {
      await rm(directory, { recursive: true, force: true });
      throw error;
    }
    void this.#write(bag, directory, files)
      .catch((error: unknown) => {
        this.#log.warn(`The export of the archive package was interrupted: ${(error as Error).message}`);
        bag.fail(error as Error);
      })
      .finally(() => rm(directory, { recursive: true, force: true }));
    return bag.stream;
  }

  async #dump(directory: string): Promise<void> {
    const client = await this.#database.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      for (const table of TABLE_NAMES) {
        const order = RECORD_TABLES[table];
        await client.query(
          `declare rows no scroll cursor for select to_jsonb(t)::text as row from ${table} t order by ${order}`,
        );
        const next = () => client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from rows`);
        await pipeline(Readable.from(linesFrom(next)), createWriteStream(path.join(directory, `${table}.jsonl`)));
        await client.query('close rows');
      }
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #write(bag: BagWriter, directory: string, files: boolean): Promise<void> {
    const rowsOf = (table: RecordTable) => createReadStream(path.join(directory, `${table}.jsonl`));
    for (const table of TABLE_NAMES) await bag.add(recordsPath(table), rowsOf(table));
    await bag.add('data/voyages.md', Readable.from(linesOf(await this.#document.parts())));
    let missing = 0;
    for (const { key } of files ? await this.#database.rows(FILES) : []) {
      const content = await this.#storage.open(key);
      if (content) await bag.add(FILES_FOLDER + key, content, { compress: false });
      else missing += 1;
    }
    await bag.end({
      'Source-Organization': this.#title,
      'External-Description': 'All records of the archive, one JSON object per line, with the document of its voyages',
      'Bagging-Date': new Date().toISOString().slice(0, 10),
      'Archive-Schema': SCHEMA_VERSION,
      'Archive-Files': files ? `yes, ${missing} missing` : 'no',
    });
  }
}

async function* linesFrom(next: () => Promise<{ rows: { row: string }[] }>): AsyncGenerator<string> {
  for (let { rows } = await next(); rows.length > 0; { rows } = await next())
    yield `${rows.map(({ row }) => row).join('\n')}\n`;
}
