import { createHash } from 'node:crypto';
import { buffer, text as textFrom } from 'node:stream/consumers';
import type { StaleReason, TableReading } from '@archive/contracts';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/index.ts';
import { InterruptedError } from '../../../common/index.ts';
import { UnavailableError, Database, isDatabaseUnavailable } from '../../../database/index.ts';
import type { Jobs } from '../../../queues/index.ts';
import { FileRejection, Sandbox } from '../../sandbox/index.ts';
import { Storage, DOCUMENTS_PREFIX } from '../../storage/index.ts';
import { marksFor, parseDocument, type ParsedDocument, parseInThread } from '../formats/parse-document.ts';
import { type DocumentText, textOfDocument } from '../formats/read-document.ts';
import { DocumentError } from '../formats/document-error.ts';
import type { TableChoice } from '../formats/table.ts';
import { FetchTasks } from '../media-fetch/fetch-tasks.ts';
import { finishSaving } from '../media-fetch/fetch-progress.ts';
import { type Item, rejectedItem } from '../plan/item.ts';
import type { SourceText } from '../plan/card.ts';
import { approvalNeeded } from '../plan/approval.ts';
import { unconfirmed } from '../plan/confirmation.ts';
import { type Plan, planDocument } from '../plan/planner.ts';
import { needsReview } from '../plan/read-names.ts';
import { nameKeysOf, recalledNames } from '../plan/name-decisions.ts';
import { type DocumentReading, withDecisions } from '../plan/document-reading.ts';
import { carryChoices, chosenIn } from '../resolve/carry-choices.ts';
import { IngestRevert } from '../undo/ingest-revert.ts';
import { BatchSaver, type BatchPlan, type SourcedReading } from '../write/batch-saver.ts';
import { LockedConnection } from '../operation/locked-connection.ts';
import { recallColumns } from '../operation/columns.ts';
import { LARGE_DOCUMENT_BYTES } from '../operation/ingest-jobs.ts';
import { decisionsOf, recallDecisions, saveNames } from '../operation/decisions.ts';
import { deleteItems, insertItems } from '../operation/operation-items.ts';
import { addedSince, differentItems, type StaleItems } from '../operation/stale-items.ts';
import {
  claimOperation,
  completePreview,
  failOperation,
  requireColumns,
  requireNames,
  saveColumns,
  saveFormat,
  saveMarks,
  savePlan,
  type Operation,
  showStep,
  SupersededError,
} from '../operation/operation.ts';

/** The preview waits for the choice of the columns. */
class ColumnsNeeded extends Error {}

/** An import without a preview waits as one, because names need review. */
class NamesNeeded extends Error {}

const reviewsNames = ({ dryRun, applies, confirmedNames }: Operation) => !dryRun && applies === null && !confirmedNames;

const NOTHING_CHOSEN: TableReading = { encoding: null, separator: null, date_order: null, sheet: null };

/** @throws DocumentError for a document that can't be imported */
function requireReading(parsed: ParsedDocument): DocumentReading {
  if (parsed.error !== null) throw new DocumentError(parsed.error);
  return parsed.reading;
}

const NOTHING_SAVED = 'Nothing was changed. Preview the document, and confirm this when you import it.';
const MARKDOWN = 'text/markdown; charset=utf-8';
const BATCH = 100;
const PLANNING = { from: 7, to: 10 };

/** PostgreSQL's planner statistics are collected after this many saved voyages, and again whenever the number has quadrupled. */
const FIRST_ANALYZE = 1000;
const ANALYZE_FACTOR = 4;
/**
 * Without it, queries during a large import would use plans for an empty archive until autovacuum runs, and take seconds. For the column
 * with search documents, collecting statistics takes too long here, so it is left to autovacuum.
 */
const ANALYZE = 'analyze voyage, passenger, person, person_alias, voyage_search (voyage_id)';

const INTERNAL_ERROR = 'The import stopped because of an internal error. Voyages saved so far are kept.';

/** A large document is saved for this long before small ones get their turn, because it has to read the people again afterwards. */
const TURN_MS = 1000;

/** Takes turns with small documents while a large one is imported. */
class Turns {
  /** Whether other imports created voyages, so that matches are no longer valid. */
  haveOthersCreated = false;
  readonly #session: LockedConnection;
  readonly #operation: Operation;
  readonly #signal: AbortSignal;
  #end = 0;

  constructor(session: LockedConnection, operation: Operation, signal: AbortSignal) {
    this.#session = session;
    this.#operation = operation;
    this.#signal = signal;
    this.start();
  }

  start(): void {
    this.haveOthersCreated = false;
    this.#end = performance.now() + TURN_MS;
  }

  /** At the end of the turn, lets small documents that wait be saved. Returns whether there were any. */
  async letOthersSave(): Promise<boolean> {
    if (!this.#operation.large || performance.now() < this.#end) return false;
    const others = await this.#session.letOthersSave(this.#operation.id, this.#signal);
    if (others?.created) this.haveOthersCreated = true;
    this.#end = performance.now() + TURN_MS;
    return others !== undefined;
  }
}

/** Runs operations, and continues operations of interrupted workers. */
@Injectable()
export class IngestRunner implements BeforeApplicationShutdown {
  readonly #log = new Logger('Ingest');
  readonly #stopping = new AbortController();
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #fetches: FetchTasks;
  readonly #revert: IngestRevert;
  readonly #sandbox: Sandbox;

  constructor(
    database: Database,
    storage: Storage,
    fetches: FetchTasks,
    undoing: IngestRevert,
    sandbox: Sandbox,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.#database = database;
    this.#storage = storage;
    this.#fetches = fetches;
    this.#revert = undoing;
    this.#sandbox = sandbox;
  }

  /** Makes the run stop after its current batch. Another worker continues it. */
  beforeApplicationShutdown(): void {
    this.#stopping.abort(new Error('The worker is shutting down'));
  }

  async run(job: Jobs['ingest-run']): Promise<void> {
    const session = await LockedConnection.open(this.#database.pool, job.operation_id);
    if (!session) return this.#logStatus(job.operation_id, 'is already running in another worker');
    const work = this.#runIn(session, job);
    try {
      await Promise.race([work, session.connectionLost]);
    } catch (error) {
      work.catch(() => undefined);
      if (!(error instanceof SupersededError)) throw error;
      this.#logStatus(job.operation_id, 'continues in another worker');
    } finally {
      session.close();
    }
  }

  async #runIn(session: LockedConnection, job: Jobs['ingest-run']): Promise<void> {
    const operation = await claimOperation(session.executor, job);
    if (operation) await this.#process(session, operation);
    else if (!(await this.#undo(session, job)))
      this.#logStatus(job.operation_id, `has ended or has a newer attempt than ${job.attempt}`);
  }

  /** Returns false if there is nothing to undo. */
  async #undo(session: LockedConnection, job: Jobs['ingest-run']): Promise<boolean> {
    await session.waitForSaveLock(this.#stopping.signal);
    return this.#revert.run(session, job, this.#stopping.signal);
  }

  async #process(session: LockedConnection, operation: Operation): Promise<void> {
    const startedAt = performance.now();
    try {
      const read = await this.#read(session, operation);
      const { reading, ended: hasEnded } = operation.dryRun
        ? await this.#preview(session, operation, read)
        : await this.#import(session, operation, read);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      this.#logStatus(
        operation.id,
        `${hasEnded ? 'is complete' : 'is saved and fetches media'}: ${reading.voyages.length} voyages in ${seconds} s`,
      );
    } catch (error) {
      if (error instanceof ColumnsNeeded) return requireColumns(session.executor, operation);
      if (error instanceof NamesNeeded) {
        await requireNames(session.executor, operation);
        await session.releaseSaveLock();
        return this.#process(session, { ...operation, dryRun: true });
      }
      if (error instanceof DocumentError || error instanceof FileRejection) {
        await failOperation(session.executor, operation, error.message);
        return this.#logStatus(operation.id, `failed: ${error.message}`);
      }
      if (error instanceof SupersededError || error instanceof UnavailableError || isDatabaseUnavailable(error))
        throw error;
      if (error instanceof InterruptedError || this.#stopping.signal.aborted) throw error;
      await failOperation(session.executor, operation, INTERNAL_ERROR);
      this.#log.error(`Operation ${operation.id} failed`, error);
      throw error;
    }
  }

  /** Plans a preview, and plans it again if curators made decisions about its names in the meantime. */
  async #preview(session: LockedConnection, operation: Operation, read: SourcedReading) {
    for (;;) {
      const { reading, count } = await this.#applyDecisions(session, operation, read);
      await this.#plan(session, operation, reading);
      if (await completePreview(session.executor, operation, count)) return { reading, ended: true };
    }
  }

  async #import(session: LockedConnection, operation: Operation, read: SourcedReading) {
    await session.waitForSaveLock(this.#stopping.signal, () =>
      showStep(session.executor, operation, 'Waiting for another import', 0),
    );
    const { reading: decided } = await this.#applyDecisions(session, operation, read);
    // No warnings if a preview was applied, because it showed these decisions with each name.
    const recalled = operation.applies === null ? recalledNames(read.voyages, decided.decisions) : [];
    const reading = { ...decided, problems: [...decided.problems, ...recalled] };
    const planned = operation.planned
      ? { staleItems: staleItemsOf(operation) }
      : await this.#plan(session, operation, reading);
    await this.#save(session, operation, reading, planned);
    const hasEnded = await session.transaction(() => finishSaving(session.executor, operation));
    return { reading, ended: hasEnded };
  }

  /** Applies curators' decisions about names to the document: those for this document and those of earlier imports. */
  async #applyDecisions(
    session: LockedConnection,
    operation: Operation,
    read: SourcedReading,
  ): Promise<{ reading: SourcedReading; count: number }> {
    const { executor } = session;
    const { decisions, count } = await decisionsOf(executor, operation.id);
    const isFirst = operation.applies === null && count === 0 && !(operation.planned && !operation.dryRun);
    if (!isFirst) return { reading: { ...read, ...withDecisions(read, decisions) }, count };
    const sections = read.document.sections;
    let savedDecisions = await recallDecisions(executor, operation.id, nameKeysOf(read.voyages, sections));
    const split = withDecisions(read, savedDecisions);
    if (Object.keys(savedDecisions).length > 0)
      savedDecisions = await recallDecisions(executor, operation.id, nameKeysOf(split.voyages, sections));
    return { reading: { ...read, ...withDecisions(read, savedDecisions) }, count };
  }

  async #read(session: LockedConnection, operation: Operation): Promise<SourcedReading> {
    const show = (step: string, progress: number) =>
      operation.planned ? undefined : showStep(session.executor, operation, step, progress);
    await show('Reading document', 1);
    const file = await this.#storage.open(operation.documentKey);
    if (!file) throw new DocumentError('The document is no longer in storage.');
    const bytes = await buffer(file);
    if (!createHash('sha256').update(bytes).digest().equals(operation.documentSha256))
      throw new DocumentError('The stored document doesn’t match the one that was uploaded. Upload it again.');
    const text = await this.#textOf(session, operation, bytes);
    await show('Checking', 4);
    return this.#parse(session, operation, text, bytes);
  }

  /**
   * Parses the document. The columns of a table fill the fields that a curator chose, in this import or in an earlier one with the same
   * headings, and its file is decoded as it was then.
   */
  async #parse(
    session: LockedConnection,
    operation: Operation,
    text: DocumentText,
    bytes: Buffer,
  ): Promise<SourcedReading> {
    const { marks, clearEmpty } = operation;
    const parse = (textToParse: DocumentText, choice: TableChoice) => {
      const request = { text: textToParse, choice, marks, clearEmpty };
      const isLarge = bytes.length > LARGE_DOCUMENT_BYTES;
      return isLarge ? parseInThread(request, this.#stopping.signal) : parseDocument(request);
    };
    const sourced = (parsed: ParsedDocument, source: DocumentText) => ({
      ...requireReading(parsed),
      source: sourceOf(source),
    });
    const parsed = await parse(text, operation);
    const proposed = operation.askColumns && marks === null ? marksFor(parsed, text) : [];
    if (proposed.length > 0) {
      await saveMarks(session.executor, operation, proposed);
      return this.#parse(session, { ...operation, marks: proposed }, text, bytes);
    }
    if (!parsed.table) return sourced(parsed, text);
    const saved = operation.columns ? undefined : await recallColumns(session.executor, parsed.table.columns);
    const encoding = saved?.reading?.encoding;
    const isOther = Boolean(encoding && text.encoding && encoding !== text.encoding);
    const reading = {
      ...(saved?.reading ?? operation.reading ?? NOTHING_CHOSEN),
      sheet: operation.reading?.sheet ?? null,
    };
    const decoded = isOther ? await this.#textOf(session, { ...operation, format: null, reading }, bytes) : text;
    const reread = saved && (await parse(decoded, saved));
    // Wrong choices of an earlier import must not prevent a table from being read.
    const isReread = saved !== undefined && reread?.error === null;
    if (isOther && !isReread) await this.#textOf(session, { ...operation, format: null }, bytes);
    const { columns, found, isExact } = (isReread && reread.table) || parsed.table;
    await saveColumns(session.executor, operation, {
      columns,
      chosenBy: isReread ? saved.by : null,
      reading: isReread ? reading : (operation.reading ?? NOTHING_CHOSEN),
      found: { ...found, encoding: text.encoding ?? null, sheet: text.sheet ?? null, sheets: text.sheets ?? [] },
    });
    if (operation.askColumns && (marks !== null || (!isReread && !isExact))) throw new ColumnsNeeded();
    return isReread ? sourced(reread, decoded) : sourced(parsed, text);
  }

  /** Returns the document's text. Stores converted text, so that line numbers stay the same in all runs. */
  async #textOf(session: LockedConnection, operation: Operation, bytes: Buffer): Promise<DocumentText> {
    if (operation.format !== null && operation.textKey !== null) {
      const stored = await this.#storage.open(operation.textKey);
      const { encoding = null, sheet = null, sheets = [] } = operation.found ?? {};
      if (stored) return { format: operation.format, text: await textFrom(stored), encoding, sheet, sheets };
    }
    const { filename, reading } = operation;
    const readOffice = (file: Buffer) => this.#sandbox.readDocument(file, filename, reading?.sheet ?? null);
    const text = await textOfDocument(bytes, readOffice, { filename, encoding: reading?.encoding ?? null });
    const isConverted = !Buffer.from(text.text).equals(bytes);
    const key = isConverted ? `${DOCUMENTS_PREFIX}${operation.id}.text.md` : null;
    if (key !== null) await this.#storage.put(key, Buffer.from(text.text), MARKDOWN);
    await saveFormat(session.executor, operation, text.format, key);
    return text;
  }

  /** Plans and saves the plan. Leaves out voyages that changed after the preview that the import applies. */
  async #plan(session: LockedConnection, operation: Operation, reading: SourcedReading): Promise<BatchPlan> {
    const { executor } = session;
    const total = reading.voyages.length;
    const staleItems = new Map<number, StaleReason>();
    const turns = new Turns(session, operation, this.#stopping.signal);
    await showStep(executor, operation, 'Planning', PLANNING.from);
    await deleteItems(executor, operation.id);
    const onItems = async (items: readonly Item[]) => {
      if (operation.applies !== null)
        for (const [ordinal, reason] of await differentItems(executor, operation.applies, items))
          staleItems.set(ordinal, reason);
      // Imports insert their items when they save them.
      if (operation.dryRun) await insertItems(executor, operation.id, items);
    };
    const onProgress = async (planned: number) => {
      const progress = PLANNING.from + Math.floor(((PLANNING.to - PLANNING.from) * planned) / total);
      await showStep(executor, operation, 'Planning', progress);
      if (!operation.dryRun) await turns.letOthersSave();
    };
    const plan = await planDocument(executor, reading, {
      onProgress,
      onItems: operation.dryRun || operation.applies !== null ? onItems : undefined,
      source: operation.dryRun ? reading.source : undefined,
      withNames: operation.dryRun || reviewsNames(operation),
    });
    if (reviewsNames(operation) && plan.names.some((name) => needsReview(name, reading.decisions)))
      throw new NamesNeeded();
    const added = operation.applies === null ? [] : await addedSince(executor, operation.applies);
    for (const [ordinal, reason] of added) if (!staleItems.has(ordinal)) staleItems.set(ordinal, reason);
    this.#rejectUnconfirmed(operation, plan);
    await insertItems(
      executor,
      operation.id,
      reading.rejected.map((rejected, index) => rejectedItem(total + index + 1, rejected)),
    );
    // An import reports conflicts when it saves voyages; a preview must report them now.
    const conflicts = operation.dryRun ? plan.conflicts : [];
    // If a preview is applied, these were confirmed with it.
    const sameDay = operation.applies === null ? plan.sameDay : [];
    const problems = [...plan.problems, ...sameDay, ...conflicts];
    await session.transaction(async () => {
      await savePlan(executor, operation, { ...plan, problems, total, staleItems });
      if (operation.dryRun) await saveNames(executor, operation.id, plan.names);
      if (operation.choices !== null) await carryChoices(executor, operation.id, operation.choices);
      else if (operation.refreshes !== null)
        await carryChoices(executor, operation.id, await chosenIn(executor, operation.refreshes));
    });
    const { create, update, unchanged, conflict } = plan.counts;
    this.#logStatus(
      operation.id,
      `is planned: ${create} new, ${update} changed, ${unchanged} unchanged, ${conflict} with conflicts`,
    );
    return { staleItems, matches: turns.haveOthersCreated ? undefined : plan.matches };
  }

  /** Rejects an import without a preview whose removals or same-day voyages the request didn't confirm, or that needs approval. */
  #rejectUnconfirmed(operation: Operation, plan: Plan): void {
    if (operation.dryRun || operation.applies !== null) return;
    const { confirmedRemovals: removals, confirmedSameDay: sameDay } = operation;
    const effects = { removals: plan.removals, sameDay: plan.sameDay.length, names: 0 };
    const open = unconfirmed(effects, { removals, sameDay, names: true });
    if (open) throw new DocumentError(`${open.message} ${NOTHING_SAVED}`);
    const waits = approvalNeeded(plan.counts, this.config.importReviewVoyages);
    if (waits !== undefined) throw new DocumentError(`${waits} Nothing was changed.`);
  }

  async #save(
    session: LockedConnection,
    operation: Operation,
    reading: SourcedReading,
    planned: BatchPlan,
  ): Promise<void> {
    const total = reading.voyages.length;
    let from = Math.min(operation.voyagesProcessed, total);
    if (operation.planned) this.#logStatus(operation.id, `continues after voyage ${from} of ${total}`);
    if (from === total) return;
    let saver = await BatchSaver.open(session, operation, reading, this.#fetches, planned);
    const turns = new Turns(session, operation, this.#stopping.signal);
    let nextAnalyze = from + FIRST_ANALYZE;
    while (from < total) {
      this.#stopping.signal.throwIfAborted();
      const to = Math.min(from + BATCH, total);
      await saver.save(from, to);
      from = to;
      if (await turns.letOthersSave()) {
        const matches = turns.haveOthersCreated ? undefined : saver.matches;
        saver = await BatchSaver.open(session, operation, reading, this.#fetches, { ...planned, matches });
        turns.start();
      }
      if (from < nextAnalyze) continue;
      await session.client.query(ANALYZE);
      nextAnalyze *= ANALYZE_FACTOR;
    }
  }

  #logStatus(operationId: string, status: string): void {
    this.#log.log(`Operation ${operationId} ${status}.`);
  }
}

const sourceOf = ({ text, format }: DocumentText): SourceText => ({ lines: text.split(/\r\n|\r|\n/), format });

const staleItemsOf = ({ staleVoyages }: Operation): StaleItems =>
  new Map(Object.entries(staleVoyages).map(([ordinal, reason]) => [Number(ordinal), reason]));
