import { headingDate } from '@archive/voyage-document';
import { Logger } from '@nestjs/common';
import { isDatabaseUnavailable, type StatementExecutor } from '../../../database/index.ts';
import type { FetchTasks } from '../media-fetch/fetch-tasks.ts';
import { assignVoyages } from '../plan/assignment.ts';
import { type Choices, emptyCounts } from '../plan/decision.ts';
import { type Item, rejectedItem } from '../plan/item.ts';
import type { Match } from '../plan/matching.ts';
import type { SourceText } from '../plan/card.ts';
import type { DocumentReading } from '../plan/document-reading.ts';
import { type Directories, loadDirectories, prepare, resolveOwners } from '../plan/prepare.ts';
import type { Problem } from '../plan/problem.ts';
import type { LockedConnection } from '../operation/locked-connection.ts';
import { decisionsOf } from '../operation/decisions.ts';
import { choicesOf, insertItems } from '../operation/operation-items.ts';
import type { StaleItems } from '../operation/stale-items.ts';
import { saveBatchProgress, type Operation, SupersededError } from '../operation/operation.ts';
import { type SaveResult, saveVoyages } from './save-voyages.ts';

const REJECTION_MESSAGES: [code: RegExp, sentence: string][] = [
  [/^voyage_ends_after_it_starts$/, 'The voyage ends before it starts, so it was skipped.'],
  [/^23514$/, 'A value of the voyage isn’t allowed in the archive, so the voyage was skipped.'],
  [/^22/, 'The voyage contains text that can’t be stored, so it was skipped.'],
  [/^23505$/, 'Another record already uses the same web address, so the voyage was skipped.'],
];

/** Explains why the database rejected a voyage, without technical details. */
function rejectionMessage(error: unknown): string {
  const cause = error instanceof Error ? error : new Error();
  const signs = ['constraint' in cause ? String(cause.constraint) : '', 'code' in cause ? String(cause.code) : ''];
  const entry = REJECTION_MESSAGES.find(([sign]) => signs.some((item) => sign.test(item)));
  return entry?.[1] ?? 'The voyage couldn’t be saved, so it was skipped.';
}

const MAX_ATTEMPTS = 3;

/** Unique violations, deadlocks and serialization failures due to concurrent changes, which a retry can resolve. */
const TRANSIENT = new Set(['23505', '40P01', '40001']);

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The directories, including the people that earlier batches created because of decisions. */
async function currentDirectories(
  executor: StatementExecutor,
  { id }: Operation,
  reading: DocumentReading,
): Promise<Directories> {
  const directories = await loadDirectories(executor, (await decisionsOf(executor, id)).decisions);
  resolveOwners(reading, directories);
  return directories;
}

const matchesOf = async (executor: StatementExecutor, reading: DocumentReading) =>
  assignVoyages(executor, reading, await loadDirectories(executor, reading.decisions));

/** A document with the text that its line numbers refer to. */
export type SourcedReading = DocumentReading & { source: SourceText };

/** The result of planning. */
export interface BatchPlan {
  staleItems: StaleItems;
  /** Undefined if an earlier attempt planned the import. */
  matches?: readonly Match[] | undefined;
}

/** Saves a document's voyages in batches. Each batch is one transaction, which also saves the operation's progress. */
export class BatchSaver {
  readonly #log = new Logger('Ingest');
  readonly #session: LockedConnection;
  readonly #operation: Operation;
  readonly #reading: SourcedReading;
  /** The matching archive voyage of each document voyage. */
  readonly matches: readonly Match[];
  readonly #choices: ReadonlyMap<number, Choices>;
  readonly #fetches: FetchTasks;
  readonly #staleItems: StaleItems;
  #directories: Directories;

  private constructor(
    session: LockedConnection,
    operation: Operation,
    reading: SourcedReading,
    directories: Directories,
    matches: readonly Match[],
    choices: ReadonlyMap<number, Choices>,
    fetches: FetchTasks,
    staleItems: StaleItems,
  ) {
    this.#session = session;
    this.#operation = operation;
    this.#reading = reading;
    this.#directories = directories;
    this.matches = matches;
    this.#choices = choices;
    this.#fetches = fetches;
    this.#staleItems = staleItems;
  }

  static async open(
    session: LockedConnection,
    operation: Operation,
    reading: SourcedReading,
    fetches: FetchTasks,
    { staleItems, matches: planned }: BatchPlan,
  ): Promise<BatchSaver> {
    const { executor } = session;
    const matches = planned ?? (await matchesOf(executor, reading));
    const choices = await choicesOf(executor, operation.applies);
    const directories = await currentDirectories(executor, operation, reading);
    return new BatchSaver(session, operation, reading, directories, matches, choices, fetches, staleItems);
  }

  /** Saves a range of voyages. A voyage that the database rejects is skipped without affecting the others. */
  async save(from: number, to: number): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      try {
        await this.#transaction(from, to, () => this.#saveAll(from, to));
        return;
      } catch (error) {
        if (error instanceof SupersededError || isDatabaseUnavailable(error)) throw error;
        this.#directories = await currentDirectories(this.#session.executor, this.#operation, this.#reading);
        if (attempts < MAX_ATTEMPTS && TRANSIENT.has(codeOf(error))) continue;
        break;
      }
    }
    await this.#transaction(from, to, () => this.#saveEach(from, to));
  }

  async #transaction(from: number, to: number, work: () => Promise<SaveResult>): Promise<void> {
    const total = this.#reading.voyages.length;
    await this.#session.transaction(async () => {
      const { counts, problems, items } = await work();
      await insertItems(this.#session.executor, this.#operation.id, items);
      await this.#fetches.request(this.#session.executor, this.#operation.id, this.#reading, items);
      await saveBatchProgress(this.#session.executor, this.#operation, { from, to, total, counts, problems });
    });
    await this.#fetches.enqueueFirst(this.#operation.id);
  }

  #saveAll(from: number, to: number): Promise<SaveResult> {
    const voyages = this.#reading.voyages.slice(from, to).map((record, index) => {
      const match = this.#matchOf(from + index);
      return {
        index: from + index,
        voyage: prepare(this.#reading, record, this.#directories, { isNew: !match.voyage }),
        match,
        ...this.#decidedFor(from + index + 1),
      };
    });
    return saveVoyages(this.#session.executor, voyages, this.#reading, this.#directories, this.#author);
  }

  async #saveEach(from: number, to: number): Promise<SaveResult> {
    const { client, executor } = this.#session;
    const counts = emptyCounts();
    const problems: Problem[] = [];
    const items: Item[] = [];
    for (let index = from; index < to; index += 1) {
      await client.query('savepoint voyage');
      try {
        const saved = await this.#saveAll(index, index + 1);
        problems.push(...saved.problems);
        items.push(...saved.items);
        for (const kind of Object.keys(counts) as (keyof typeof counts)[]) counts[kind] += saved.counts[kind];
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        await client.query('rollback to savepoint voyage');
        this.#directories = await currentDirectories(executor, this.#operation, this.#reading);
        problems.push(this.#rejectionProblem(index, error));
        const record = this.#reading.voyages[index];
        if (record) items.push(rejectedItem(index + 1, { ...record, heading: record.title ?? record.start_date }));
      }
    }
    return { counts, problems, items };
  }

  #rejectionProblem(index: number, error: unknown): Problem {
    const record = this.#reading.voyages[index];
    this.#log.warn(
      `Operation ${this.#operation.id}: the database rejected the voyage in line ${record?.line}: ${String(error)}`,
    );
    return {
      line: record?.line ?? null,
      voyage: record ? headingDate(record.start_date) : null,
      field: null,
      severity: 'error',
      message: rejectionMessage(error),
      suggestion: null,
    };
  }

  /** A curator's choices for a voyage. Ignored if the voyage has changed since the preview, which the choices were made for. */
  #decidedFor(ordinal: number) {
    const staleReason = this.#staleItems.get(ordinal);
    return staleReason ? { staleReason } : { choices: this.#choices.get(ordinal) };
  }

  #matchOf(index: number): Match {
    const match = this.matches[index];
    if (!match) throw new RangeError(`Voyage ${index} of the document has no place in the archive`);
    return match;
  }

  get #author() {
    const { id, startedBy, filename } = this.#operation;
    const { lines } = this.#reading.source;
    return { operationId: id, changedBy: startedBy, source: { document: filename, lines } };
  }
}
