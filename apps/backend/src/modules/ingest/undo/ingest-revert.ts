import { passengerFields, voyageFields } from '@archive/contracts';
import { Injectable, Logger } from '@nestjs/common';
import { Database, LONG_STATEMENT_MS, type StatementExecutor } from '../../../database/index.ts';
import type { Jobs } from '../../../queues/index.ts';
import {
  ChangeSet,
  deleteMedia,
  deletePeople,
  deletePresidents,
  deleteVoyages,
  keepMedia,
  type Manifest,
  removeImportedAliases,
  replacePassengers,
  restoredValues,
  revertBaselines,
  updatePeople,
  updateVoyages,
} from '../../records/index.ts';
import { FileLeases } from '../../storage/index.ts';
import type { LockedConnection } from '../operation/locked-connection.ts';
import { forgetDecisions } from '../operation/decisions.ts';
import { SupersededError } from '../operation/operation.ts';
import { findUndoBlockers } from './undo-blockers.ts';
import { type UndoAttempt, claimUndo, cancelUndo, completeUndo, saveUndoProgress } from './undo-row.ts';
import {
  CREATED_MEDIA,
  CREATED_PEOPLE,
  CREATED_PRESIDENTS,
  LOCK_VOYAGES,
  type RecordRef,
  UPDATED_PEOPLE,
  VOYAGE_SNAPSHOTS,
  type VoyageSnapshot,
} from './undo-sql.ts';

const BATCH_SIZE = 500;
/** Progress in percent when the changed voyages are restored, and when the created ones are deleted. */
const PROGRESS = { restored: 70, deleted: 90 };

type ImportedVoyage = RecordRef & { created: boolean };

interface Author {
  changedBy: string;
  operationId: string;
}

/** Undoes imports in the worker: restores all records from their history in one transaction. */
@Injectable()
export class IngestRevert {
  readonly #log = new Logger('Ingest');

  constructor(
    private readonly database: Database,
    private readonly leases: FileLeases,
  ) {}

  /**
   * Deletes the records that the import created, including files, and restores the records that it changed. Keeps created people who are
   * used elsewhere now. The session locks the operation and saves progress outside the transaction. Returns false if there is nothing to
   * undo.
   */
  async run(session: LockedConnection, job: Jobs['ingest-run'], stopping: AbortSignal): Promise<boolean> {
    const attempt = { id: job.operation_id, attempt: job.attempt };
    const sessionExecutor = session.executor;
    const row = await claimUndo(sessionExecutor, attempt);
    if (!row) return false;
    const show = async (percent: number) => {
      stopping.throwIfAborted();
      if (!(await saveUndoProgress(sessionExecutor, attempt, percent))) throw supersededError(attempt);
    };
    // Recorded as a change by the import, so that it doesn't block the undo of earlier imports.
    const author = { changedBy: row.changedBy, operationId: attempt.id };
    const isDone = await this.database.transaction(
      async (executor) => {
        const voyages = await executor.rows(LOCK_VOYAGES, [attempt.id]);
        // Records may have been edited since the request.
        const blockers = await findUndoBlockers(executor, attempt.id);
        if (blockers.length > 0) {
          await cancelUndo(executor, attempt.id);
          return false;
        }
        await this.#revert(executor, author, voyages, show);
        if (!(await completeUndo(executor, attempt))) throw supersededError(attempt);
        return true;
      },
      { statementMs: LONG_STATEMENT_MS },
    );
    this.#log.log(
      `Operation ${attempt.id} ${isDone ? 'was undone' : 'was not undone: records were edited in the meantime'}.`,
    );
    return true;
  }

  async #revert(
    executor: StatementExecutor,
    author: Author,
    voyages: readonly ImportedVoyage[],
    show: (percent: number) => Promise<void>,
  ): Promise<void> {
    const created = voyages.filter((voyage) => voyage.created);
    const changedVoyages = voyages.filter((voyage) => !voyage.created);
    let doneCount = 0;
    for (const chunk of inChunks(changedVoyages)) {
      await restoreVoyages(executor, author, chunk);
      doneCount += chunk.length;
      await show(Math.floor((PROGRESS.restored * doneCount) / changedVoyages.length));
    }
    const media = await executor.rows(CREATED_MEDIA, [author.operationId]);
    // Snapshots of media list their voyages, so they are taken before the voyages are deleted.
    const mediaChanges = new ChangeSet(executor, author);
    await mediaChanges.takeSnapshots('media', idsOf(media), { deleting: true });
    doneCount = 0;
    for (const chunk of inChunks(created)) {
      const changes = new ChangeSet(executor, author);
      await deleteVoyages(changes, idsOf(chunk));
      await changes.save();
      doneCount += chunk.length;
      await show(PROGRESS.restored + Math.floor(((PROGRESS.deleted - PROGRESS.restored) * doneCount) / created.length));
    }
    await deleteMedia(mediaChanges, idsOf(media), 'delete');
    await mediaChanges.save();
    await this.leases.scheduleDeletion(
      executor,
      media.flatMap(({ files }) => files),
    );
    await revertPeople(executor, author);
    await revertBaselines(executor, author.operationId);
    await forgetDecisions(executor, author.operationId);
  }
}

const supersededError = ({ id }: UndoAttempt) =>
  new SupersededError(`Operation ${id} is being undone by a newer attempt`);

/** Restores fields, people and media of voyages in a fixed number of statements. */
async function restoreVoyages(executor: StatementExecutor, author: Author, chunk: readonly RecordRef[]): Promise<void> {
  const rows = await executor.rows(VOYAGE_SNAPSHOTS, [author.operationId, idsOf(chunk)]);
  const changes = new ChangeSet(executor, author);
  await updateVoyages(
    changes,
    rows.map(({ id, before }) => ({
      ...restoredValues(voyageFields, before),
      id,
      president_id: before.keys.president,
    })),
  );
  await replacePassengers(changes, rows.map(passengerListOf));
  // An import only adds media to a voyage.
  await keepMedia(
    changes,
    rows.map(({ id, before }) => ({ voyage_id: id, media: Object.values(before.keys.media) })),
  );
  for (const { id, slug } of rows) changes.restored('voyage', id, slug);
  await changes.save();
}

const passengerListOf = ({ id, before }: { id: number; before: VoyageSnapshot }): Manifest => ({
  voyage_id: id,
  aboard: before.passengers.map(({ voyage_notes, ...passenger }) => ({
    ...restoredValues(passengerFields, { ...passenger, notes: voyage_notes }),
    person_id: before.keys.people[passenger.person_slug] ?? 0,
  })),
});

/** Deletes people and presidents that only the import used, and restores the Wikipedia URLs of the remaining ones. */
async function revertPeople(executor: StatementExecutor, author: Author): Promise<void> {
  const { operationId } = author;
  const presidents = await executor.rows(CREATED_PRESIDENTS, [operationId]);
  const presidentChanges = new ChangeSet(executor, author);
  await deletePresidents(presidentChanges, idsOf(presidents));
  await presidentChanges.save();
  const people = await executor.rows(CREATED_PEOPLE, [operationId]);
  for (const chunk of inChunks(people)) {
    const changes = new ChangeSet(executor, author);
    await deletePeople(changes, idsOf(chunk));
    await changes.save();
  }
  const updated = await executor.rows(UPDATED_PEOPLE, [operationId]);
  const changes = new ChangeSet(executor, author);
  await updatePeople(
    changes,
    updated.map(({ id, wikipedia_url }) => ({ id, wikipedia_url })),
  );
  for (const { id, slug } of updated) changes.restored('person', id, slug);
  await changes.save();
  await removeImportedAliases(executor, operationId);
}

function* inChunks<T>(records: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < records.length; from += BATCH_SIZE) yield records.slice(from, from + BATCH_SIZE);
}

const idsOf = (records: readonly RecordRef[]) => records.map(({ id }) => id);
