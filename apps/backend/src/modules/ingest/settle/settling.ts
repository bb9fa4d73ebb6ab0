import type { ConflictChoice, IngestItem } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import type { ClientBase } from 'pg';
import { Problem } from '../../../common/index.ts';
import { Database, type Statements } from '../../../database/index.ts';
import { IngestReads, noIngest } from '../ingest-reads.ts';
import type { ItemConflict, Passage } from '../plan/item.ts';
import { conflictSentence } from '../plan/planner.ts';
import { savePassages } from './save-passages.ts';

export interface ChoiceMade {
  ordinal: number;
  field: string;
  choice: ConflictChoice;
}

/** An item with conflicts, held until the transaction ends. */
export interface HeldItem {
  ordinal: number;
  line: number;
  title: string;
  voyage_id: number;
  has_changes: boolean;
  conflicts: ItemConflict[];
  passage: Passage;
}

interface HeldOperation {
  dry_run: boolean;
  status: string;
  applied: boolean;
  undone: boolean;
}

const HOLD_OPERATION = `
  select o.dry_run, o.status, (o.undone_at is not null or o.undo_by is not null) as undone,
    exists (select from ingest_operation a where a.applies = o.id) as applied
  from ingest_operation o where o.id = $1 for update`;

const HOLD_ITEMS = `
  select ordinal, line, title, voyage_id, changes <> '[]' as has_changes, conflicts, passage from ingest_item
  where operation_id = $1 and ordinal = any($2::int[]) and passage is not null order by ordinal for update`;

const KEEP = `
  update ingest_item i set conflicts = n.conflicts, action = n.action, remembered = coalesce(i.remembered, n.remembered)
  from jsonb_to_recordset($2::jsonb) as n(ordinal int, conflicts jsonb, action text, remembered jsonb)
  where i.operation_id = $1 and i.ordinal = n.ordinal`;

const COUNT = `
  update ingest_operation o set updated_at = now(), plan = (
    select jsonb_object_agg(a.action, (select count(*) from ingest_item i where i.operation_id = o.id and i.action = a.action))
    from unnest(array['create', 'update', 'unchanged', 'conflict']) a (action))
  where o.id = $1`;

/** What has been chosen about is no problem any more. */
const SETTLED = `
  delete from ingest_problem p using jsonb_to_recordset($2::jsonb) as n(line int, field text, message text)
  where p.operation_id = $1 and p.line = n.line and p.field = n.field and p.message = n.message`;

/** Another document has told of the voyage since: there is a newer conflict, or none. */
const LATER = `
  select i.title, o.filename from ingest_item i join ingest_operation o on o.id = i.operation_id
  where i.voyage_id = any($2::int[]) and o.id <> $1 and not o.dry_run
    and o.created_at > (select created_at from ingest_operation where id = $1)
  order by i.ordinal limit 1`;

/** Lets people choose between a curator's value and the document's. */
@Injectable()
export class IngestSettling {
  readonly #database: Database;
  readonly #reads: IngestReads;

  constructor(database: Database, reads: IngestReads) {
    this.#database = database;
    this.#reads = reads;
  }

  /**
   * Notes choices about a dry run's conflicts; of a run that has ended it does what was chosen, in one transaction.
   * @throws the 409 that says why there is nothing to choose any more
   */
  async settle(id: string, choices: readonly ChoiceMade[], changedBy: string): Promise<IngestItem[]> {
    const ordinals = [...new Set(choices.map(({ ordinal }) => ordinal))];
    await this.#database.transaction(async (statements, client) => {
      const operation = await statements.row<HeldOperation>('ingest.settle-hold', HOLD_OPERATION, [id]);
      if (!operation) throw noIngest();
      refuseUnlessOpen(operation);
      const items = await statements.rows<HeldItem>('ingest.settle-items', HOLD_ITEMS, [id, ordinals]);
      choose(items, choices, operation.dry_run);
      const remembered = operation.dry_run
        ? new Map<number, object>()
        : await carryOut(statements, client, { id, changedBy, items });
      await statements.change('ingest.settle-keep', KEEP, [id, JSON.stringify(items.map(keptOf(remembered)))]);
      await statements.change('ingest.settle-problems', SETTLED, [id, JSON.stringify(items.flatMap(problemsSettled))]);
      await statements.change('ingest.settle-count', COUNT, [id]);
    });
    return this.#reads.items(id, ordinals);
  }
}

function refuseUnlessOpen({ dry_run, status, applied, undone }: HeldOperation): void {
  if (undone) throw new Problem(409, 'This ingest has been undone.');
  if (applied) throw new Problem(409, 'This check has been applied already: choose in the ingest that it became.');
  if (dry_run && status === 'failed') throw new Problem(409, 'This check has failed: there is nothing to choose.');
  if (status !== 'completed' && status !== 'failed')
    throw new Problem(409, 'This ingest is still at work: choose when it has ended.');
}

/** Notes the choices in the items. */
function choose(items: readonly HeldItem[], choices: readonly ChoiceMade[], again: boolean): void {
  const byOrdinal = new Map(items.map((item) => [item.ordinal, item]));
  for (const { ordinal, field, choice } of choices) {
    const conflict = byOrdinal.get(ordinal)?.conflicts.find((one) => one.field === field);
    if (!conflict)
      throw new Problem(409, `There is no conflict about "${field}" in voyage ${ordinal} of this document.`);
    if (conflict.choice !== null && conflict.choice !== choice && !again)
      throw new Problem(409, `${conflict.label} of “${byOrdinal.get(ordinal)?.title}” has been settled already.`);
    conflict.choice = choice;
  }
}

async function carryOut(
  statements: Statements,
  client: ClientBase,
  settled: { id: string; changedBy: string; items: readonly HeldItem[] },
): Promise<Map<number, object>> {
  const later = await statements.row<{ title: string; filename: string }>('ingest.settle-later', LATER, [
    settled.id,
    settled.items.map(({ voyage_id }) => voyage_id),
  ]);
  if (later)
    throw new Problem(409, `A later ingest, of ${later.filename}, has told of “${later.title}” again: choose there.`);
  return savePassages(client, settled);
}

function actionOf({ conflicts, has_changes }: HeldItem): IngestItem['action'] {
  if (conflicts.some(({ choice }) => choice === null)) return 'conflict';
  return has_changes || conflicts.some(({ choice }) => choice === 'take') ? 'update' : 'unchanged';
}

const keptOf = (remembered: ReadonlyMap<number, object>) => (item: HeldItem) => ({
  ordinal: item.ordinal,
  conflicts: item.conflicts,
  action: actionOf(item),
  remembered: remembered.get(item.ordinal) ?? null,
});

const problemsSettled = ({ line, conflicts }: HeldItem) =>
  conflicts
    .filter(({ choice }) => choice !== null)
    .map(({ label }) => ({ line, field: label, message: conflictSentence(label) }));
