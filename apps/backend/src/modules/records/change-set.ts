import { type JsonText, Problem } from '../../common/index.ts';
import { type Database, type StatementExecutor, statement } from '../../database/index.ts';
import { type WriteRequest, runOnce } from '../idempotency/index.ts';
import { type HistoryKind, snapshotsOf } from './snapshots.ts';
import { isDeepStrictEqual } from 'node:util';

const keyOf = (kind: HistoryKind, id: number) => `${kind} ${id}`;

/**
 * The changes of one transaction. Each record gets one revision, with the snapshot from before its first change, and one new version.
 * Repositories fill it; `save` writes the revisions.
 */
export class ChangeSet {
  readonly executor: StatementExecutor;
  readonly #author: Author;
  readonly #revisions = new Map<string, NewRevision>();
  readonly #withNewVersion = new Set<string>();

  constructor(executor: StatementExecutor, author: Author) {
    this.executor = executor;
    this.#author = author;
  }

  /** Takes snapshots of records that are about to change. The caller must have locked the records. */
  async takeSnapshots(kind: HistoryKind, ids: readonly number[], { deleting = false } = {}): Promise<void> {
    const missing = ids.filter((id) => !this.#revisions.has(keyOf(kind, id)));
    for (const [id, before] of await snapshotsOf(this.executor, kind, missing, { deleting })) {
      const slug = String((before as Record<string, unknown>)[`${kind}_slug`]);
      this.#revisions.set(keyOf(kind, id), { kind, slug, action: 'update', before });
    }
  }

  /** Snapshot of a record from before its first change. */
  snapshotBefore(kind: HistoryKind, id: number): object | null {
    return this.#revisions.get(keyOf(kind, id))?.before ?? null;
  }

  /** See `ChangedRecords`. */
  first(kind: string) {
    for (const [key, { slug, before, ...revision }] of this.#revisions)
      if (revision.kind === kind) return { id: Number(key.slice(kind.length + 1)), slug, before };
    return undefined;
  }

  /** Whether the transaction created the record. */
  isNew(kind: HistoryKind, id: number): boolean {
    return this.#revisions.get(keyOf(kind, id))?.action === 'create';
  }

  /** Registers a new record. */
  created(kind: HistoryKind, id: number, slug: string): void {
    this.#revisions.set(keyOf(kind, id), { kind, slug, action: 'create', before: null });
    this.#withNewVersion.add(keyOf(kind, id));
  }

  /** Registers the deletion of records with a snapshot. */
  deleted(kind: HistoryKind, ids: readonly number[]): void {
    for (const id of ids) {
      const revision = this.#revisions.get(keyOf(kind, id));
      if (revision) revision.action = 'delete';
    }
  }

  /** Registers the restore of a record, whether it was deleted or not. */
  restored(kind: HistoryKind, id: number, slug: string): void {
    const before = this.#revisions.get(keyOf(kind, id))?.before ?? null;
    this.#revisions.set(keyOf(kind, id), { kind, slug, action: 'restore', before });
    this.#withNewVersion.add(keyOf(kind, id));
  }

  /** Returns the ids of records whose version hasn't been incremented yet, and marks them as incremented. */
  markForNewVersion(kind: HistoryKind, ids: readonly number[]): number[] {
    const pending = ids.filter((id) => !this.#withNewVersion.has(keyOf(kind, id)));
    for (const id of pending) this.#withNewVersion.add(keyOf(kind, id));
    return pending;
  }

  /** Writes the revisions. The next call writes the changes made after this one. */
  async save(): Promise<void> {
    const revisions = [...this.#revisions.values()];
    this.#revisions.clear();
    await writeRevisions(this.executor, revisions, this.#author);
  }
}

/** Changes records in one transaction, with their revisions. */
export function changeRecords<T>(
  database: Database,
  { changedBy, contributor, before, after }: Omit<WriteRequest, 'expected' | 'idempotency'>,
  work: (changes: ChangeSet) => Promise<T>,
): Promise<T> {
  // Contributors only propose. This also holds for an operation that is open to them by mistake.
  if (contributor !== undefined) throw new Problem(403, 'A curator has to make this change.');
  return database.transaction(async (executor) => {
    await before?.(executor);
    return withRevisions(executor, changedBy, async (changes) => {
      const result = await work(changes);
      await after?.(executor, changes);
      return result;
    });
  });
}

/** Like `changeRecords`, for an idempotent request: a repeated request gets the first response. */
export function changeRecordsOnce(
  database: Database,
  write: WriteRequest,
  work: (changes: ChangeSet) => Promise<JsonText>,
): Promise<JsonText> {
  return changeRecords(database, write, (changes) => runOnce(changes.executor, write.idempotency, () => work(changes)));
}

async function withRevisions<T>(
  executor: StatementExecutor,
  changedBy: string,
  work: (changes: ChangeSet) => Promise<T>,
): Promise<T> {
  const changes = new ChangeSet(executor, { changedBy });
  const result = await work(changes);
  await changes.save();
  return result;
}

export interface NewRevision {
  kind: HistoryKind;
  slug: string;
  action: 'create' | 'update' | 'delete' | 'restore';
  /** Snapshot of the record before the change; null if it didn't exist. */
  before: object | null;
}

/** The author of a change, and the import that makes it. */
export interface Author {
  changedBy: string;
  /** Set for changes that an import makes. */
  operationId?: string | null;
}

const WRITE = statement(
  'history-write',
  `insert into history (kind, slug, revision, action, changed_by, before, operation_id)
  select n.kind, n.slug,
    coalesce((select max(h.revision) from history h where h.kind = n.kind and h.slug = n.slug), 0)
      + row_number() over (partition by n.kind, n.slug order by n.position),
    n.action, $2, n.before, $3
  from rows from (jsonb_to_recordset($1::jsonb) as (kind text, slug text, action text, before jsonb)) with ordinality
    as n (kind, slug, action, before, position)`,
);

/**
 * Writes revisions in one statement. The caller holds a lock on each record, or has just created or deleted it, so the revisions of a
 * record are numbered in the order of its changes.
 */
export async function writeRevisions(
  executor: StatementExecutor,
  revisions: readonly NewRevision[],
  { changedBy, operationId = null }: Author,
): Promise<void> {
  if (revisions.length === 0) return;
  await executor.execute(WRITE, [JSON.stringify(revisions), changedBy, operationId]);
}

/** The values of an update that differ from the record's. Absent values count as unchanged. */
export const differences = <V extends object>(current: V, changes: { [K in keyof V]?: V[K] | undefined }): Partial<V> =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, current[name as keyof V]),
    ),
  ) as Partial<V>;

/** The values of a record after an update. */
export const withChanges = <V extends object>(current: V, changes: { [K in keyof V]?: V[K] | undefined }): V => ({
  ...current,
  ...differences(current, changes),
});
