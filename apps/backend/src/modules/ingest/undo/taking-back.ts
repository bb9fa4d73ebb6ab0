import { Injectable, Logger } from '@nestjs/common';
import { Database, type Statements, statementsOn } from '../../../database/index.ts';
import type { Jobs } from '../../../queues/index.ts';
import { type HistoryKind, snapshotsOf, writeRevisions } from '../../history/index.ts';
import { FileClaims } from '../../storage/index.ts';
import type { IngestSession } from '../run/ingest-session.ts';
import { Superseded } from '../run/operation.ts';
import { standingAgainst } from './standing-against.ts';
import { type Attempt, claimUndoing, giveUpUndoing, noteUndone, showUndoing } from './undo-row.ts';
import {
  ADDRESSED,
  ADDRESSES_BACK,
  BOARD,
  DETACH,
  FORGET,
  FORGET_NAMES,
  HOLD_VOYAGES,
  LEAVE,
  MADE_MEDIA,
  MADE_PEOPLE,
  MADE_PRESIDENTS,
  REMEMBER,
  VOYAGES_BACK,
} from './undo-sql.ts';

const AT_ONCE = 500;
/** Percent when the voyages stand in the history, and when those that were made are gone. */
const PROGRESS = { kept: 70, gone: 90 };

interface Known {
  id: number;
  slug: string;
}

interface Author {
  changedBy: string;
  operationId: string;
}

const TABLES: Record<HistoryKind, string> = {
  voyage: 'voyage where id',
  person: 'person where id',
  president: 'president where person_id',
  media: 'media where id',
  album: 'album where id',
};

/** Takes back whole ingests: by what history keeps of each record from before, in one transaction. The worker's part of it. */
@Injectable()
export class IngestTakingBack {
  readonly #log = new Logger('Ingest');
  readonly #database: Database;
  readonly #claims: FileClaims;

  constructor(database: Database, claims: FileClaims) {
    this.#database = database;
    this.#claims = claims;
  }

  /**
   * What the ingest made goes, files included; what it changed is as it was. People whom it made and who have come aboard elsewhere since stay.
   * The session holds the operation and says how far it is, which everybody sees before the end. False when there is nothing to take back.
   */
  async run(session: IngestSession, job: Jobs['ingest-run'], stopping: AbortSignal): Promise<boolean> {
    const attempt = { id: job.operation_id, attempt: job.attempt };
    const beside = statementsOn(session.client);
    const claimed = await claimUndoing(beside, attempt);
    if (!claimed) return false;
    const show = async (percent: number) => {
      stopping.throwIfAborted();
      if (!(await showUndoing(beside, attempt, percent))) throw superseded(attempt);
    };
    // What was undone counts as the ingest's own: it stands against no earlier one.
    const author = { changedBy: claimed.changedBy, operationId: attempt.id };
    const done = await this.#database.transaction(async (statements) => {
      const voyages = await statements.rows<Known & { made: boolean }>('ingest.undo-voyages', HOLD_VOYAGES, [
        attempt.id,
      ]);
      // Since it was asked for somebody may have edited something.
      const stands = await standingAgainst(statements, attempt.id);
      if (stands.length > 0) {
        await giveUpUndoing(statements, attempt.id);
        return false;
      }
      await this.#takeBack(statements, author, voyages, show);
      if (!(await noteUndone(statements, attempt))) throw superseded(attempt);
      return true;
    });
    this.#log.log(`Operation ${attempt.id} ${done ? 'is undone' : 'is not undone: it was edited meanwhile'}.`);
    return true;
  }

  async #takeBack(
    statements: Statements,
    author: Author,
    voyages: readonly (Known & { made: boolean })[],
    show: (percent: number) => Promise<void>,
  ): Promise<void> {
    const run = (name: string, sql: string) => statements.change(`ingest.undo-${name}`, sql, [author.operationId]);
    let kept = 0;
    const keep = async (chunk: readonly Known[]) => {
      kept += chunk.length;
      await show(Math.floor((PROGRESS.kept * kept) / voyages.length));
    };
    const changed = voyages.filter(({ made }) => !made);
    await revise(statements, 'voyage', 'restore', changed, author, keep);
    if (changed.length > 0) {
      await run('detach', DETACH);
      await run('voyages-back', VOYAGES_BACK);
      await run('leave', LEAVE);
      await run('board', BOARD);
    }
    const made = voyages.filter(({ made: isMade }) => isMade);
    const media = await statements.rows<Known & { files: string[] }>('ingest.undo-media', MADE_MEDIA, [
      author.operationId,
    ]);
    // Pictures of a voyage are in its snapshot, and it in theirs: both are taken before either goes.
    await revise(statements, 'voyage', 'delete', made, author, keep);
    await revise(statements, 'media', 'delete', media, author);
    await remove(statements, 'voyage', made, (gone) =>
      show(PROGRESS.kept + Math.floor(((PROGRESS.gone - PROGRESS.kept) * gone) / made.length)),
    );
    await remove(statements, 'media', media);
    await this.#claims.release(
      statements,
      media.flatMap(({ files }) => files),
    );
    await removeUnneeded(statements, author);
    const addressed = await statements.rows<Known>('ingest.undo-addressed', ADDRESSED, [author.operationId]);
    await revise(statements, 'person', 'restore', addressed, author);
    await run('addresses-back', ADDRESSES_BACK);
    await run('names', FORGET_NAMES);
    await run('forget', FORGET);
    await run('remember', REMEMBER);
  }
}

const superseded = ({ id }: Attempt) => new Superseded(`Operation ${id} is no longer this attempt's to undo`);

async function removeUnneeded(statements: Statements, author: Author): Promise<void> {
  for (const [kind, sql] of [
    ['president', MADE_PRESIDENTS],
    ['person', MADE_PEOPLE],
  ] as const) {
    const unneeded = await statements.rows<Known>(`ingest.undo-made-${kind}`, sql, [author.operationId]);
    await revise(statements, kind, 'delete', unneeded, author);
    await remove(statements, kind, unneeded);
  }
}

function* inChunks(records: readonly Known[]): Generator<readonly Known[]> {
  for (let from = 0; from < records.length; from += AT_ONCE) yield records.slice(from, from + AT_ONCE);
}

const idsOf = (records: readonly Known[]) => records.map(({ id }) => id);

async function revise(
  statements: Statements,
  kind: HistoryKind,
  action: 'restore' | 'delete',
  records: readonly Known[],
  author: Author,
  written?: (chunk: readonly Known[]) => Promise<void>,
): Promise<void> {
  for (const chunk of inChunks(records)) {
    const before = await snapshotsOf(statements, kind, idsOf(chunk), { deleting: action === 'delete' });
    const revisions = chunk.map(({ id, slug }) => ({ kind, slug, action, before: before.get(id) ?? null }));
    await writeRevisions(statements, revisions, author);
    await written?.(chunk);
  }
}

async function remove(
  statements: Statements,
  kind: HistoryKind,
  records: readonly Known[],
  removed?: (count: number) => Promise<void>,
): Promise<void> {
  let gone = 0;
  for (const chunk of inChunks(records)) {
    await statements.change(`ingest.undo-remove-${kind}`, `delete from ${TABLES[kind]} = any($1::int[])`, [
      idsOf(chunk),
    ]);
    gone += chunk.length;
    await removed?.(gone);
  }
}
