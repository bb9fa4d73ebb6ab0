import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { formatDate, type PublishedKind } from '@archive/contracts';
import { EditionPages } from '@archive/edition';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';
import { col, Database, statement, UnavailableError } from '../../database/index.ts';
import { EXTENSION, PROGRAM } from '../../paths.ts';
import { JobHandlers } from '../../queues/index.ts';
import { Storage } from '../storage/index.ts';
import { readAssets } from './assets.ts';
import { DATA_FILES, dataFiles, searchFiles } from './data-files.ts';
import { contentType, EditionContents } from './contents.ts';
import { type Attempt, Editions } from './editions.ts';
import { type PublicRecords, readPublicArchive } from './public-records.ts';

const IS_CURRENT = `number = $1 and attempt = $2 and state in ('waiting', 'running')`;
const CLAIM = statement(
  'edition-claim',
  `update edition set state = 'running', updated_at = now() where ${IS_CURRENT} returning number`,
  { number: col.int },
);
const SHOW = statement(
  'edition-show',
  `update edition set step = $3, progress = $4, updated_at = now() where ${IS_CURRENT}`,
);
const FAIL = statement(
  'edition-fail',
  `update edition set state = 'failed', error = $3, updated_at = now(), finished_at = now() where ${IS_CURRENT}`,
);
const COMPLETE = statement(
  'edition-complete',
  `update edition set state = 'completed', step = 'Done', progress = 100, counts = $3, updated_at = now(), finished_at = now()
  where ${IS_CURRENT}`,
);
const ADD_FILES = statement(
  'edition-add-files',
  `insert into edition_file (edition, path, sha256, source, size, kind, record_id, version, slug, title)
  select $1, f.path, decode(f.sha256, 'hex'), f.source, f.size, f.kind, f.record_id, f.version, f.slug, f.title
  from jsonb_to_recordset($2::jsonb) f(path text, sha256 text, source text, size int, kind text, record_id int, version int,
    slug text, title text)`,
);
const ADD_ADDRESSES = statement(
  'edition-add-addresses',
  `insert into edition_address (kind, slug, record_id)
  select kind, slug, record_id from edition_file where edition = $1 and kind is not null
  on conflict (kind, slug) do update set record_id = excluded.record_id`,
);
const SHOW_READERS = statement('edition-show-readers', 'update edition_setting set current = $1');
const EARLIER = statement(
  'edition-earlier-files',
  `select path, source, encode(sha256, 'hex') sha256, size from edition_file
  where edition = (select max(number) from edition where state = 'completed')`,
  { path: col.text, source: col.text, sha256: col.text, size: col.int },
);
const REMOVE_OLD = statement(
  'edition-remove-old',
  `delete from edition where finished_at is not null and number is distinct from (select current from edition_setting)
    and number not in (select number from edition order by number desc limit 10)`,
);

/** One edition at a time is written, and files that none needs are removed only in between. */
const LOCK = `hashtextextended('editions', 0)`;

/** The list of all files, with which a copy is made and checked. */
const CHECKSUMS = 'SHA256SUMS';

const SHOW_MS = 500;
const WRITES_AT_ONCE = 8;
const READ_MS = 300_000;
const FAILED = 'The edition couldn’t be published. Check the worker’s log for the reason.';

interface EditionFile {
  path: string;
  sha256: string;
  source: string;
  size: number;
  kind?: PublishedKind;
  record_id?: number;
  version?: number;
  slug?: string;
  title?: string;
}

const hashOf = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Limits how many files are written at once. Rejects with the first failure. */
class Writes {
  readonly #running = new Set<Promise<void>>();
  #failure: { error: unknown } | undefined;

  async add(write: () => Promise<void>): Promise<void> {
    while (this.#running.size >= WRITES_AT_ONCE) await Promise.race(this.#running);
    if (this.#failure) throw this.#failure.error;
    const running = write()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async end(): Promise<void> {
    await Promise.all(this.#running);
    if (this.#failure) throw this.#failure.error;
  }
}

/** Publishes editions, in the worker. Each step can be repeated: until an edition is complete, nothing refers to its files. */
@Injectable()
export class EditionPublisher {
  readonly #log = new Logger('Edition');

  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
    private readonly contents: EditionContents,
    @Inject(CONFIG) private readonly config: Config,
    editions: Editions,
    handlers: JobHandlers,
  ) {
    handlers.handle('edition-publish', (job) => this.run(job));
    handlers.handle('editions-resume', () => editions.resume());
  }

  async run(attempt: Attempt): Promise<void> {
    if (!(await this.database.row(CLAIM, [attempt.number, attempt.attempt]))) return;
    const ended = new AbortController();
    const progress = { step: 'Reading the records', percent: 0 };
    const show = async () => {
      const shown = await this.database.execute(SHOW, [
        attempt.number,
        attempt.attempt,
        progress.step,
        progress.percent,
      ]);
      if (shown === 0) ended.abort();
    };
    const timer = setInterval(() => void show().catch(() => undefined), SHOW_MS);
    try {
      await this.#alone(ended.signal, async () => {
        await this.#publish(attempt, progress, ended.signal);
        await this.#removeOld();
      });
    } catch (error) {
      if (ended.signal.aborted) return;
      // When an unavailable service recovers, publishing starts again.
      if (error instanceof UnavailableError) throw error;
      this.#log.error('The publishing of an edition failed', error);
      await this.database.execute(FAIL, [attempt.number, attempt.attempt, FAILED]);
    } finally {
      clearInterval(timer);
    }
  }

  /** Runs `work` while no other worker writes or removes files of editions. */
  async #alone(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const client = await this.database.pool.connect();
    try {
      const tryLock = async () =>
        (await client.query(`select pg_try_advisory_lock(${LOCK}) locked`)).rows[0]?.locked === true;
      while (!(await tryLock())) {
        signal.throwIfAborted();
        await delay(SHOW_MS);
      }
      await work();
    } finally {
      // Closes the connection, and with it releases the lock.
      client.release(true);
    }
  }

  async #publish(
    { number, attempt }: Attempt,
    progress: { step: string; percent: number },
    signal: AbortSignal,
  ): Promise<void> {
    const { archive, files: copies, records } = await this.#read();
    const earlier = new Map((await this.database.rows(EARLIER)).map((file) => [file.path, file]));
    const stored = await this.contents.storedHashes();
    const recordOf = new Map(records.map((record) => [`${record.kind} ${record.slug}`, record]));
    const files: EditionFile[] = [];
    const writes = new Writes();
    let written = 0;
    const store = async (file: Omit<EditionFile, 'sha256' | 'size'>, content: () => Promise<Buffer> | Buffer) => {
      const before = earlier.get(file.path);
      if (before?.source === file.source) {
        files.push({ ...file, sha256: before.sha256, size: before.size });
        return;
      }
      const data = await content();
      const sha256 = hashOf(data);
      files.push({ ...file, sha256, size: data.length });
      written += 1;
      if (stored.has(sha256)) return;
      await this.contents.put(sha256, data, contentType(file.path));
      stored.add(sha256);
    };
    const addAll = async <T>(
      step: string,
      from: number,
      to: number,
      items: Iterable<T>,
      count: number,
      add: (item: T) => Promise<void>,
    ) => {
      let index = 0;
      for (const item of items) {
        signal.throwIfAborted();
        progress.step = step;
        progress.percent = Math.round(Math.min(to, from + ((to - from) * index) / Math.max(1, count)));
        index += 1;
        await writes.add(() => add(item));
      }
      await writes.end();
    };

    const assets = await readAssets();
    await addAll('Copying pictures', 5, 40, copies, copies.length, ({ path: name, key }) =>
      store({ path: name, source: key }, async () => {
        const content = await this.storage.open(key);
        if (!content) throw new Error(`The preview ${key} was removed while the edition was published`);
        return buffer(content);
      }),
    );
    await addAll('Writing the style', 40, 41, assets.files, assets.files.length, ({ path: name, content }) =>
      store({ path: name, source: hashOf(content) }, () => content),
    );
    const data: { path: string; label: string }[] = [];
    await addAll(
      'Writing the data',
      41,
      45,
      dataFiles(archive, this.config.publicUrl),
      DATA_FILES,
      ({ path: name, label, content }) => {
        if (label !== undefined) data.push({ path: name, label });
        return store({ path: name, source: hashOf(content) }, () => content);
      },
    );
    const search = await searchFiles(archive);
    await addAll('Writing the search', 45, 48, search.files, search.files.length, ({ path: name, content }) =>
      store({ path: name, source: hashOf(content) }, () => content),
    );
    const { title, subtitle } = this.config.archive;
    const site = { title, subtitle, stylesheet: assets.stylesheet, address: this.config.publicUrl };
    const pages = new EditionPages(site, archive, { script: assets.script, folder: search.folder });
    const about = pages.about({
      number,
      published: formatDate(new Date().toISOString().slice(0, 10)),
      files: [...data, { path: CHECKSUMS, label: 'Checksums of all files' }],
    });
    await store({ path: about.path, source: hashOf(JSON.stringify(about.input)) }, () => Buffer.from(about.render()));
    const salt = hashOf(JSON.stringify(site), await programHash());
    await addAll('Writing the pages', 48, 95, pages.all(), records.length, (page) => {
      const record = page.record && recordOf.get(`${page.record.kind} ${page.record.slug}`);
      return store({ path: page.path, source: hashOf(salt, JSON.stringify(page.input)), ...record }, () =>
        Buffer.from(page.render()),
      );
    });
    const sums = Buffer.from(
      files
        .toSorted((a, b) => (a.path < b.path ? -1 : 1))
        .map(({ path: name, sha256 }) => `${sha256}  ${name}\n`)
        .join(''),
    );
    await store({ path: CHECKSUMS, source: hashOf(sums) }, () => sums);
    progress.step = 'Showing readers the edition';
    progress.percent = 95;
    const counts = { files: files.length, written, bytes: files.reduce((sum, { size }) => sum + size, 0) };
    await this.database.transaction(
      async (executor) => {
        if ((await executor.execute(COMPLETE, [number, attempt, counts])) === 0) return;
        await executor.execute(ADD_FILES, [number, JSON.stringify(files)]);
        await executor.execute(ADD_ADDRESSES, [number]);
        await executor.execute(SHOW_READERS, [number]);
      },
      { statementMs: READ_MS },
    );
  }

  /** Reads all records as of one moment. */
  #read(): Promise<PublicRecords> {
    return this.database.transaction(
      async (executor, client) => {
        await client.query('set transaction isolation level repeatable read read only');
        return readPublicArchive(executor);
      },
      { statementMs: READ_MS },
    );
  }

  async #removeOld(): Promise<void> {
    await this.database.execute(REMOVE_OLD);
    await this.contents.removeUnused();
  }
}

/** A hash of the program, because a page that another version rendered may look different. */
const programHash = async () => hashOf(await readFile(path.join(PROGRAM, `worker${EXTENSION}`)));
