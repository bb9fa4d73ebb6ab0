import { createHash } from 'node:crypto';
import { buffer, text as textFrom } from 'node:stream/consumers';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { clearMemory, keepYoungSmall } from '../../../common/index.ts';
import { AwayError, Database, isDatabaseAway } from '../../../database/index.ts';
import type { Jobs } from '../../../queues/index.ts';
import { Storage, SYSTEM_PREFIX } from '../../storage/index.ts';
import { type DocumentText, readDocument, textOfDocument } from '../formats/read-document.ts';
import { Unusable } from '../formats/unusable.ts';
import { FetchTasks } from '../media-fetch/fetch-tasks.ts';
import { finishSaving } from '../media-fetch/operation-fetching.ts';
import { planDocument } from '../plan/planner.ts';
import { type Reading, readingOf } from '../plan/prepare.ts';
import { IngestTakingBack } from '../undo/taking-back.ts';
import { BatchSaver } from '../write/batch-saver.ts';
import { ARCHIVE_CHANGED } from './archive-changed.ts';
import { IngestSession } from './ingest-session.ts';
import { decidedAlike, forgetItems, noteItems } from './operation-items.ts';
import {
  claimOperation,
  completeOperation,
  failOperation,
  noteFormat,
  notePlan,
  type Operation,
  showStep,
  Superseded,
} from './operation.ts';

const MARKDOWN = 'text/markdown; charset=utf-8';
const BATCH = 100;
/** After so many voyages what they have left behind in memory is cleared away: their number shall not show there. */
const CLEAR_EVERY = 2000;
const PLANNING = { from: 7, to: 10 };

const UNFORESEEN = 'The ingest stopped on a fault of the program. What was saved before it is kept.';

/** Runs operations: from the stored document to the last saved voyage, going on where an earlier worker was stopped. */
@Injectable()
export class IngestRunner implements BeforeApplicationShutdown {
  readonly #log = new Logger('Ingest');
  readonly #stopping = new AbortController();
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #fetches: FetchTasks;
  readonly #undoing: IngestTakingBack;

  constructor(database: Database, storage: Storage, fetches: FetchTasks, undoing: IngestTakingBack) {
    this.#database = database;
    this.#storage = storage;
    this.#fetches = fetches;
    this.#undoing = undoing;
    keepYoungSmall();
  }

  /** The run stops after its batch, and another worker goes on. */
  beforeApplicationShutdown(): void {
    this.#stopping.abort(new Error('The worker stops'));
  }

  async run(job: Jobs['ingest-run']): Promise<void> {
    const session = await IngestSession.open(this.#database.pool, job.operation_id);
    if (!session) return this.#say(job.operation_id, 'is run by another worker already');
    const work = this.#runIn(session, job);
    try {
      await Promise.race([work, session.lost]);
    } catch (error) {
      work.catch(() => undefined);
      if (!(error instanceof Superseded)) throw error;
      this.#say(job.operation_id, 'goes on elsewhere');
    } finally {
      session.close();
    }
  }

  async #runIn(session: IngestSession, job: Jobs['ingest-run']): Promise<void> {
    await session.takeTurn(this.#stopping.signal);
    const operation = await claimOperation(session.client, job);
    if (operation) await this.#work(session, operation);
    else if (!(await this.#undoing.run(session, job, this.#stopping.signal)))
      this.#say(job.operation_id, `has ended, or is past attempt ${job.attempt}`);
  }

  async #work(session: IngestSession, operation: Operation): Promise<void> {
    const started = performance.now();
    try {
      const reading = await this.#read(session, operation);
      const large = reading.voyages.length >= CLEAR_EVERY;
      if (large) clearMemory();
      if (!operation.planned) await this.#plan(session, operation, reading);
      if (large) clearMemory();
      if (!operation.dryRun) await this.#save(session, operation, reading);
      const ended = await this.#end(session, operation);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      this.#say(
        operation.id,
        `is ${ended ? 'done' : 'saved, and its media are being fetched'}: ${reading.voyages.length} voyages in ${seconds} s`,
      );
    } catch (error) {
      if (error instanceof Unusable) {
        await failOperation(session.client, operation, error.message);
        return this.#say(operation.id, `failed: ${error.message}`);
      }
      if (error instanceof Superseded || error instanceof AwayError || isDatabaseAway(error)) throw error;
      if (this.#stopping.signal.aborted) throw error;
      await failOperation(session.client, operation, UNFORESEEN);
      this.#log.error(`Operation ${operation.id} failed`, error);
      throw error;
    }
  }

  async #read(session: IngestSession, operation: Operation): Promise<Reading> {
    const show = (step: string, progress: number) =>
      operation.planned ? undefined : showStep(session.client, operation, step, progress);
    await show('Reading document', 1);
    const file = await this.#storage.open(operation.documentKey);
    if (!file) throw new Unusable('The document is no longer in the storage.');
    const bytes = await buffer(file);
    if (!createHash('sha256').update(bytes).digest().equals(operation.documentSha256))
      throw new Unusable('The stored document is not the one that was sent.');
    const text = await this.#textOf(session, operation, bytes);
    await show('Checking', 4);
    return readingOf(readDocument(text));
  }

  /** A text that had to be made of the document is kept, so that everybody counts the same lines. */
  async #textOf(session: IngestSession, operation: Operation, bytes: Buffer): Promise<DocumentText> {
    if (operation.format !== null && operation.textKey !== null) {
      const kept = await this.#storage.open(operation.textKey);
      if (kept) return { format: operation.format, text: await textFrom(kept) };
    }
    const text = await textOfDocument(bytes);
    const key = text.format === 'docx' ? `${SYSTEM_PREFIX}documents/${operation.id}.text.md` : null;
    if (key !== null) await this.#storage.put(key, Buffer.from(text.text), MARKDOWN);
    await noteFormat(session.client, operation, text.format, key);
    return text;
  }

  async #plan(session: IngestSession, operation: Operation, reading: Reading): Promise<void> {
    const { client } = session;
    const total = reading.voyages.length;
    let planned = 0;
    await showStep(client, operation, 'Planning', PLANNING.from);
    await forgetItems(client, operation.id);
    const plan = await planDocument(client, reading, async (items) => {
      if (operation.applies !== null && !(await decidedAlike(client, operation.applies, items)))
        throw new Unusable(ARCHIVE_CHANGED);
      // What a run saves it notes as it saves it.
      if (operation.dryRun) await noteItems(client, operation.id, items);
      planned += items.length;
      const progress = PLANNING.from + Math.floor(((PLANNING.to - PLANNING.from) * planned) / total);
      await showStep(client, operation, 'Planning', progress);
      if (planned % CLEAR_EVERY === 0) clearMemory();
    });
    // Conflicts are found again when saving, and told then; a dry run has no other time for it.
    const problems = operation.dryRun ? [...plan.problems, ...plan.conflicts] : plan.problems;
    await session.transaction(() => notePlan(client, operation, { ...plan, problems, total }));
    const { create, update, unchanged, conflict } = plan.counts;
    this.#say(
      operation.id,
      `is planned: ${create} new, ${update} changed, ${unchanged} as they are, ${conflict} in conflict`,
    );
  }

  async #save(session: IngestSession, operation: Operation, reading: Reading): Promise<void> {
    const total = reading.voyages.length;
    let from = Math.min(operation.voyagesProcessed, total);
    if (operation.planned) this.#say(operation.id, `goes on after voyage ${from} of ${total}`);
    if (from === total) return;
    const saver = await BatchSaver.open(session, operation, reading, this.#fetches);
    while (from < total) {
      this.#stopping.signal.throwIfAborted();
      const to = Math.min(from + BATCH, total);
      await saver.save(from, to);
      from = to;
      if (from % CLEAR_EVERY === 0) clearMemory();
    }
  }

  /** Whether the operation has ended: one whose voyages link to media ends with the last of them. */
  async #end(session: IngestSession, operation: Operation): Promise<boolean> {
    if (!operation.dryRun) return session.transaction(() => finishSaving(session.client, operation));
    await completeOperation(session.client, operation);
    return true;
  }

  #say(operationId: string, what: string): void {
    this.#log.log(`Operation ${operationId} ${what}.`);
  }
}
