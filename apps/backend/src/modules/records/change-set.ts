import type { Database, Statements } from '../../database/index.ts';
import type { JsonText } from '../../common/index.ts';
import { runOnce, type WriteRequest } from '../idempotency/index.ts';
import { type Author, type NewRevision, writeRevisions } from './revisions.ts';
import { type HistoryKind, snapshotsOf } from './snapshots.ts';

const keyOf = (kind: HistoryKind, id: number) => `${kind} ${id}`;

/**
 * What one transaction changes. Each record gets one revision, with the snapshot from before its first change, and one new version.
 * Repositories fill it; `save` writes the revisions.
 */
export class ChangeSet {
  readonly statements: Statements;
  readonly #author: Author;
  readonly #revisions = new Map<string, NewRevision>();
  readonly #bumped = new Set<string>();

  constructor(statements: Statements, author: Author) {
    this.statements = statements;
    this.#author = author;
  }

  /** Takes the snapshots of records that are about to change. The caller holds their locks. */
  async remember(kind: HistoryKind, ids: readonly number[], { deleting = false } = {}): Promise<void> {
    const unknown = ids.filter((id) => !this.#revisions.has(keyOf(kind, id)));
    for (const [id, before] of await snapshotsOf(this.statements, kind, unknown, { deleting })) {
      const slug = String((before as Record<string, unknown>)[`${kind}_slug`]);
      this.#revisions.set(keyOf(kind, id), { kind, slug, action: 'update', before });
    }
  }

  /** Snapshot of a remembered record. */
  before(kind: HistoryKind, id: number): object | null {
    return this.#revisions.get(keyOf(kind, id))?.before ?? null;
  }

  /** Notes a new record. */
  created(kind: HistoryKind, id: number, slug: string): void {
    this.#revisions.set(keyOf(kind, id), { kind, slug, action: 'create', before: null });
    this.#bumped.add(keyOf(kind, id));
  }

  /** Notes the deletion of remembered records. */
  deleted(kind: HistoryKind, ids: readonly number[]): void {
    for (const id of ids) {
      const revision = this.#revisions.get(keyOf(kind, id));
      if (revision) revision.action = 'delete';
    }
  }

  /** Notes a restore: of a remembered record, or of one that did not exist. */
  restored(kind: HistoryKind, id: number, slug: string): void {
    const before = this.#revisions.get(keyOf(kind, id))?.before ?? null;
    this.#revisions.set(keyOf(kind, id), { kind, slug, action: 'restore', before });
    this.#bumped.add(keyOf(kind, id));
  }

  /** Ids of records that still need a new version; from now on they count as having it. */
  toBump(kind: HistoryKind, ids: readonly number[]): number[] {
    const open = ids.filter((id) => !this.#bumped.has(keyOf(kind, id)));
    for (const id of open) this.#bumped.add(keyOf(kind, id));
    return open;
  }

  /** Writes the revisions. What changes afterwards belongs to the next call. */
  async save(): Promise<void> {
    const revisions = [...this.#revisions.values()];
    this.#revisions.clear();
    await writeRevisions(this.statements, revisions, this.#author);
  }
}

/** Changes records in one transaction, with their revisions. */
export function changeRecords<T>(
  database: Database,
  { changedBy }: Pick<WriteRequest, 'changedBy'>,
  work: (changes: ChangeSet) => Promise<T>,
): Promise<T> {
  return database.transaction((statements) => withRevisions(statements, changedBy, work));
}

/** The same for a request that may be repeated: a repetition gets the first response. */
export function changeRecordsOnce(
  database: Database,
  { changedBy, once }: WriteRequest,
  work: (changes: ChangeSet) => Promise<JsonText>,
): Promise<JsonText> {
  return database.transaction((statements) =>
    runOnce(statements, once, () => withRevisions(statements, changedBy, work)),
  );
}

async function withRevisions<T>(
  statements: Statements,
  changedBy: string,
  work: (changes: ChangeSet) => Promise<T>,
): Promise<T> {
  const changes = new ChangeSet(statements, { changedBy });
  const result = await work(changes);
  await changes.save();
  return result;
}
