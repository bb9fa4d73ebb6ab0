import type { ConflictChoice, IngestItem } from '@archive/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { col, Database, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import { IngestQueries, ingestNotFound } from '../ingest-queries.ts';
import { approvalNeeded } from '../plan/approval.ts';
import { applyChoices, CONFLICT_ITEM, type ConflictItem } from './apply-choices.ts';
import { saveResolved } from './save-resolved.ts';

export interface ConflictResolution {
  ordinal: number;
  field: string;
  choice: ConflictChoice;
}

const LOCKED_OPERATION = {
  dry_run: col.bool,
  status: col.text,
  applied: col.bool,
  undone: col.bool,
};
type LockedOperation = RowOf<typeof LOCKED_OPERATION>;

const LOCK_OPERATION = statement(
  'ingest-resolve-lock',
  `
  select o.dry_run, o.status, (o.undone_at is not null or o.undo_by is not null) as undone,
    exists (select from ingest_operation a where a.applies = o.id) as applied
  from ingest_operation o where o.id = $1 for update`,
  LOCKED_OPERATION,
);

const LOCK_ITEMS = statement(
  'ingest-resolve-items',
  `
  select ordinal, line, title, voyage_id, changes <> '[]' as has_changes, conflicts, passage from ingest_item
  where operation_id = $1 and ordinal = any($2::int[]) and passage is not null order by ordinal for update`,
  CONFLICT_ITEM,
);

const LOCK_OPEN_ITEMS = statement(
  'ingest-resolve-open-items',
  `
  select ordinal, line, title, voyage_id, changes <> '[]' as has_changes, conflicts, passage from ingest_item
  where operation_id = $1 and action = 'conflict' and passage is not null order by ordinal for update`,
  CONFLICT_ITEM,
);
const MAX_RETURNED = 1000;

/** Finds later imports of the same voyages, whose conflicts replace these. */
const LATER_ITEMS = statement(
  'ingest-resolve-later',
  `
  select i.title, o.filename from ingest_item i join ingest_operation o on o.id = i.operation_id
  where i.voyage_id = any($2::int[]) and o.id <> $1 and not o.dry_run
    and o.created_at > (select created_at from ingest_operation where id = $1)
  order by i.ordinal limit 1`,
  { title: col.text, filename: col.text },
);

/** Resolves conflicts between edited values and the document. */
@Injectable()
export class ConflictResolver {
  constructor(
    private readonly database: Database,
    private readonly queries: IngestQueries,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Stores choices for a preview, or applies them to a finished import in one transaction.
   * @throws Problem 409 when the conflicts can't be resolved anymore
   */
  async resolve(id: string, choices: readonly ConflictResolution[], changedBy: string): Promise<IngestItem[]> {
    const ordinals = [...new Set(choices.map(({ ordinal }) => ordinal))];
    const changes = choices.some(({ choice }) => choice === 'take');
    await this.#resolve(id, { changedBy, changes }, async (executor, operation) => {
      const items = await executor.rows(LOCK_ITEMS, [id, ordinals]);
      choose(items, choices, operation.dry_run);
      return items;
    });
    return this.queries.items(id, ordinals);
  }

  /** Like `resolve`, with one choice for every open conflict of the document. Returns the first thousand items. */
  async resolveAll(id: string, choice: ConflictChoice, changedBy: string): Promise<IngestItem[]> {
    let ordinals: number[] = [];
    await this.#resolve(id, { changedBy, changes: choice === 'take' }, async (executor) => {
      const items = await executor.rows(LOCK_OPEN_ITEMS, [id]);
      for (const { conflicts } of items) for (const conflict of conflicts) conflict.choice ??= choice;
      ordinals = items.map(({ ordinal }) => ordinal);
      return items;
    });
    return this.queries.items(id, ordinals.slice(0, MAX_RETURNED));
  }

  /** Saves the choices that `chooseIn` makes in locked items. For a finished import it also applies them. `changes`: whether they change voyages. */
  async #resolve(
    id: string,
    { changedBy, changes }: { changedBy: string; changes: boolean },
    chooseIn: (executor: StatementExecutor, operation: LockedOperation) => Promise<ConflictItem[]>,
  ): Promise<void> {
    await this.database.transaction(async (executor) => {
      const operation = await executor.row(LOCK_OPERATION, [id]);
      if (!operation) throw ingestNotFound();
      rejectUnlessOpen(operation);
      const items = await chooseIn(executor, operation);
      if (items.length === 0) return;
      const baselines = operation.dry_run ? undefined : await applyResolved(executor, { id, changedBy, items });
      const plan = await saveResolved(executor, id, items, { by: changedBy, baselines });
      // Nobody approves what is chosen after the import.
      const waits = !operation.dry_run && changes && plan && approvalNeeded(plan, this.config.importReviewVoyages);
      if (waits)
        throw new Problem(
          409,
          `${waits} Preview the document again, and choose there. What is imported stays unchanged.`,
        );
    });
  }
}

function rejectUnlessOpen({ dry_run, status, applied, undone }: LockedOperation): void {
  if (undone) throw new Problem(409, 'This import was undone.');
  if (applied)
    throw new Problem(409, 'This document was already imported. Resolve the conflicts in the import it started.');
  if (dry_run && status === 'failed')
    throw new Problem(409, 'This preview failed, so there are no conflicts to resolve.');
  if (status !== 'completed' && status !== 'failed')
    throw new Problem(409, 'This import is still running. Resolve conflicts when it has finished.');
}

/** Sets the choices on the items. A preview lets curators change a choice. */
function choose(items: readonly ConflictItem[], choices: readonly ConflictResolution[], canChange: boolean): void {
  const byOrdinal = new Map(items.map((item) => [item.ordinal, item]));
  for (const { ordinal, field, choice } of choices) {
    const conflict = byOrdinal.get(ordinal)?.conflicts.find((conflict) => conflict.field === field);
    if (!conflict) throw new Problem(409, `Voyage ${ordinal} of this document has no conflict in “${field}”.`);
    if (conflict.choice !== null && conflict.choice !== choice && !canChange)
      throw new Problem(409, `${conflict.label} of “${byOrdinal.get(ordinal)?.title}” was already resolved.`);
    conflict.choice = choice;
  }
}

async function applyResolved(
  executor: StatementExecutor,
  resolved: { id: string; changedBy: string; items: readonly ConflictItem[] },
): Promise<Map<number, object>> {
  const laterItem = await executor.row(LATER_ITEMS, [resolved.id, resolved.items.map(({ voyage_id }) => voyage_id)]);
  if (laterItem)
    throw new Problem(
      409,
      `A later import of ${laterItem.filename} covers “${laterItem.title}” too. Resolve the conflict there.`,
    );
  return applyChoices(executor, resolved);
}
