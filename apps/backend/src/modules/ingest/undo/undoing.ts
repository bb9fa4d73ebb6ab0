import type { IngestOperation, UndoRefusal } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { Database, type Statements } from '../../../database/index.ts';
import { type HistoryKind, type NewRevision, snapshotsOf, writeRevisions } from '../../history/index.ts';
import { FileClaims } from '../../storage/index.ts';
import { IngestReads, noIngest } from '../ingest-reads.ts';
import { TURN_LOCK } from '../run/ingest-session.ts';
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
import { standingAgainst } from './standing-against.ts';

const AT_ONCE = 500;

const HOLD = 'select dry_run, status, undone_at from ingest_operation where id = $1 for update';
const UNDONE = 'update ingest_operation set undone_at = now(), updated_at = now() where id = $1';

interface Held {
  dry_run: boolean;
  status: string;
  undone_at: string | null;
}

interface Known {
  id: number;
  slug: string;
}

const TABLES: Record<HistoryKind, string> = {
  voyage: 'voyage where id',
  person: 'person where id',
  president: 'president where person_id',
  media: 'media where id',
  album: 'album where id',
};

const cannot = (detail: string, stands: UndoRefusal['stands_against'] = []) =>
  new Problem(409, detail, { members: { stands_against: stands } });

/** Takes back whole ingests: by what history keeps of each record from before, in one transaction. */
@Injectable()
export class IngestUndoing {
  readonly #database: Database;
  readonly #reads: IngestReads;
  readonly #claims: FileClaims;

  constructor(database: Database, reads: IngestReads, claims: FileClaims) {
    this.#database = database;
    this.#reads = reads;
    this.#claims = claims;
  }

  /**
   * What the ingest made goes, files included; what it changed is as it was. People whom it made and who have come aboard elsewhere since stay.
   * @throws the 409 that names everything that stands against it
   */
  async undo(id: string, changedBy: string): Promise<IngestOperation> {
    await this.#database.transaction(async (statements) => {
      const operation = await statements.row<Held>('ingest.undo-hold', HOLD, [id]);
      if (!operation) throw noIngest();
      refuseUnlessSaved(operation);
      const turn = await statements.row<{ got: boolean }>(
        'ingest.undo-turn',
        `select pg_try_advisory_xact_lock${TURN_LOCK} as got`,
      );
      if (!turn?.got) throw cannot('A document is being saved at the moment. Try again when it is done.');
      const voyages = await statements.rows<Known & { made: boolean }>('ingest.undo-voyages', HOLD_VOYAGES, [id]);
      const stands = await standingAgainst(statements, id);
      if (stands.length > 0) throw cannot(sentenceOf(stands), stands);
      await this.#takeBack(statements, id, changedBy, voyages);
      await statements.change('ingest.undone', UNDONE, [id]);
    });
    return this.#reads.operation(id);
  }

  async #takeBack(
    statements: Statements,
    id: string,
    changedBy: string,
    voyages: readonly (Known & { made: boolean })[],
  ): Promise<void> {
    const run = (name: string, sql: string) => statements.change(`ingest.undo-${name}`, sql, [id]);
    // What was undone counts as the ingest's own: it stands against no earlier one.
    const author = { changedBy, operationId: id };
    const changed = voyages.filter(({ made }) => !made);
    await revise(statements, 'voyage', 'restore', changed, author);
    if (changed.length > 0) {
      await run('detach', DETACH);
      await run('voyages-back', VOYAGES_BACK);
      await run('leave', LEAVE);
      await run('board', BOARD);
    }
    const made = voyages.filter(({ made: isMade }) => isMade);
    const media = await statements.rows<Known & { files: string[] }>('ingest.undo-media', MADE_MEDIA, [id]);
    // Pictures of a voyage are in its snapshot, and it in theirs: both are taken before either goes.
    const revisions = [
      ...(await revisionsOf(statements, 'voyage', 'delete', made)),
      ...(await revisionsOf(statements, 'media', 'delete', media)),
    ];
    await remove(statements, 'voyage', made);
    await remove(statements, 'media', media);
    await this.#claims.release(
      statements,
      media.flatMap(({ files }) => files),
    );
    for (let from = 0; from < revisions.length; from += AT_ONCE)
      await writeRevisions(statements, revisions.slice(from, from + AT_ONCE), author);
    await removeUnneeded(statements, id, author);
    const addressed = await statements.rows<Known>('ingest.undo-addressed', ADDRESSED, [id]);
    await revise(statements, 'person', 'restore', addressed, author);
    await run('addresses-back', ADDRESSES_BACK);
    await run('names', FORGET_NAMES);
    await run('forget', FORGET);
    await run('remember', REMEMBER);
  }
}

interface Author {
  changedBy: string;
  operationId: string;
}

async function removeUnneeded(statements: Statements, id: string, author: Author): Promise<void> {
  for (const [kind, sql] of [
    ['president', MADE_PRESIDENTS],
    ['person', MADE_PEOPLE],
  ] as const) {
    const unneeded = await statements.rows<Known>(`ingest.undo-made-${kind}`, sql, [id]);
    await revise(statements, kind, 'delete', unneeded, author);
    await remove(statements, kind, unneeded);
  }
}

async function revisionsOf(
  statements: Statements,
  kind: HistoryKind,
  action: 'restore' | 'delete',
  records: readonly Known[],
): Promise<NewRevision[]> {
  const revisions: NewRevision[] = [];
  for (let from = 0; from < records.length; from += AT_ONCE) {
    const chunk = records.slice(from, from + AT_ONCE);
    const ids = chunk.map(({ id }) => id);
    const snapshots = await snapshotsOf(statements, kind, ids, { deleting: action === 'delete' });
    for (const { id, slug } of chunk) revisions.push({ kind, slug, action, before: snapshots.get(id) ?? null });
  }
  return revisions;
}

async function revise(
  statements: Statements,
  kind: HistoryKind,
  action: 'restore' | 'delete',
  records: readonly Known[],
  author: Author,
): Promise<void> {
  for (let from = 0; from < records.length; from += AT_ONCE) {
    const chunk = records.slice(from, from + AT_ONCE);
    await writeRevisions(statements, await revisionsOf(statements, kind, action, chunk), author);
  }
}

async function remove(statements: Statements, kind: HistoryKind, records: readonly Known[]): Promise<void> {
  if (records.length === 0) return;
  await statements.change(`ingest.undo-remove-${kind}`, `delete from ${TABLES[kind]} = any($1::int[])`, [
    records.map(({ id }) => id),
  ]);
}

function refuseUnlessSaved({ dry_run, status, undone_at }: Held): void {
  if (dry_run) throw cannot('A check has changed nothing: there is nothing to undo.');
  if (undone_at !== null) throw cannot('This ingest has been undone already.');
  if (status !== 'completed' && status !== 'failed')
    throw cannot('This ingest is still at work. Cancel it before it is undone.');
}

const NAMED = 3;

function sentenceOf(stands: UndoRefusal['stands_against']): string {
  const names = stands.slice(0, NAMED).map(({ title }) => `“${title}”`);
  const more = stands.length > NAMED ? ` and ${stands.length - NAMED} more` : '';
  const which = stands.length === 1 ? 'stands' : 'stand';
  return `${names.join(', ')}${more} ${which} against it: they were edited, or are needed, since. Nothing was undone.`;
}
