import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/index.ts';
import { col, Database, statement } from '../../../database/index.ts';
import { PACKAGE_VERSION } from '../../sandbox/index.ts';
import { Storage } from '../../storage/index.ts';
import { ArchiveDocument } from '../archive-document.ts';
import { linesOf } from '../downloads.ts';
import { BagWriter } from './bag-writer.ts';
import { PackageDirectories } from './package-directories.ts';
import { jsonSchemaOf, PACKAGE_KINDS, type PackageKind, recordsPath } from './package-format.ts';
import { recordsSql } from './package-records.ts';

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
  readonly #title: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly document: ArchiveDocument,
    private readonly directories: PackageDirectories,
  ) {
    this.#title = config.archive.title;
  }

  /**
   * Reads the records into temporary files in one transaction, so that they are consistent. The ZIP is then created while it is read, and
   * aborted if a file can't be read.
   */
  async open({ files }: { files: boolean }): Promise<Readable> {
    const directory = await this.directories.create();
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
    const client = await this.database.pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      for (const kind of PACKAGE_KINDS) {
        await client.query(`declare records no scroll cursor for ${recordsSql(kind)}`);
        const next = () => client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from records`);
        await pipeline(Readable.from(linesFrom(next)), createWriteStream(path.join(directory, `${kind}.jsonl`)));
        await client.query('close records');
      }
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async #write(bag: BagWriter, directory: string, files: boolean): Promise<void> {
    const records = (kind: PackageKind) => createReadStream(path.join(directory, `${kind}.jsonl`));
    for (const kind of PACKAGE_KINDS) await bag.add(recordsPath(kind), records(kind));
    await bag.add('data/voyages.md', Readable.from(linesOf(await this.document.parts())));
    let missing = 0;
    for (const { key } of files ? await this.database.rows(FILES) : []) {
      const content = await this.storage.open(key);
      if (content) await bag.add(`data/files/${key}`, content, { compress: false });
      else missing += 1;
    }
    const info = {
      'Source-Organization': this.#title,
      'External-Description': 'All records of the archive, one JSON object per line, with the document of its voyages',
      'Bagging-Date': new Date().toISOString().slice(0, 10),
      'Archive-Package-Version': PACKAGE_VERSION,
      'Archive-Files': files ? `yes, ${missing} missing` : 'no',
    };
    await bag.end(
      info,
      PACKAGE_KINDS.map((kind) => [`schemas/${kind}.schema.json`, `${JSON.stringify(jsonSchemaOf(kind), null, 2)}\n`]),
    );
  }
}

async function* linesFrom(next: () => Promise<{ rows: { row: string }[] }>): AsyncGenerator<string> {
  for (let { rows } = await next(); rows.length > 0; { rows } = await next())
    yield `${rows.map(({ row }) => row).join('\n')}\n`;
}
