import type { VoyageValues } from '@archive/contracts';
import { type ExpectedVersion, expectVersion, notFound } from '../../common/index.ts';
import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';
import { columnsOf, VOYAGE_COLUMNS } from './columns.ts';

const COLUMNS = VOYAGE_COLUMNS.join(', ');

const LOCKED = { id: col.int, slug: col.text, version: col.int, start_date: col.text };
export type LockedVoyage = RowOf<typeof LOCKED>;

const LOCK = statement(
  'voyage-lock',
  'select id, slug, version, start_date from voyage where slug = $1 for update',
  LOCKED,
);
const LOCK_ALL = statement('voyages-lock', 'select id from voyage where id = any($1::int[]) order by id for update', {
  id: col.int,
});

const STORED_VOYAGE = {
  president_id: col.int.nullable(),
  president_slug: col.text.nullable(),
  values: col.json<VoyageValues>(),
};
type StoredVoyage = RowOf<typeof STORED_VOYAGE>;

const VALUES = statement(
  'voyage-values',
  `select v.president_id, owner.slug president_slug,
    (select to_jsonb(n) from (select ${columnsOf('v', VOYAGE_COLUMNS)}) n) "values"
  from voyage v left join person owner on owner.id = v.president_id where v.id = $1`,
  STORED_VOYAGE,
);

const INSERT = statement(
  'voyages-insert',
  `insert into voyage (slug, president_id, ${COLUMNS})
  select n.slug, n.president_id, ${columnsOf('n', VOYAGE_COLUMNS)} from jsonb_populate_recordset(null::voyage, $1::jsonb) n
  returning id, slug`,
  { id: col.int, slug: col.text },
);

/** Absent columns stay unchanged. */
const UPDATE = statement(
  'voyages-update',
  `update voyage v
  set (president_id, ${COLUMNS}) = (
      select n.president_id, ${columnsOf('n', VOYAGE_COLUMNS)} from jsonb_populate_record(v, element.row) n),
    version = v.version + 1, updated_at = now()
  from jsonb_array_elements($1::jsonb) element(row)
  where v.id = (element.row ->> 'id')::int`,
);

const RESTORE = statement(
  'voyage-reinsert',
  `insert into voyage (id, slug, president_id, version, created_at, ${COLUMNS}) overriding system value
  select n.id, n.slug, n.president_id, n.version, n.created_at, ${columnsOf('n', VOYAGE_COLUMNS)}
  from jsonb_populate_recordset(null::voyage, $1::jsonb) n`,
);

const INCREMENT_VERSION = statement(
  'voyages-touch',
  'update voyage set version = version + 1, updated_at = now() where id = any($1::int[])',
);
const ALBUMS = statement(
  'voyages-albums',
  'select id from album where voyage_id = any($1::int[]) order by id for update',
  { id: col.int },
);
const DELETE = statement('voyages-delete', 'delete from voyage where id = any($1::int[])');

/** The version of a voyage as used in `If-Match` and `ETag`. */
export const voyageVersion = ({ id, version }: Pick<LockedVoyage, 'id' | 'version'>) => `${id}.${version}`;

/**
 * Locks a voyage for a change of its row or its links, which serializes all changes of a voyage.
 * @throws 404 if the voyage doesn't exist, 412 if it doesn't have the expected version
 */
export async function lockVoyage(
  executor: StatementExecutor,
  slug: string,
  expected?: ExpectedVersion,
): Promise<LockedVoyage> {
  const voyage = await executor.row(LOCK, [slug]);
  if (!voyage) throw notFound('Voyage not found');
  expectVersion(expected, voyageVersion(voyage), 'voyage');
  return voyage;
}

/** Locks voyages in the order of their ids, which avoids deadlocks between two transactions. */
export async function lockVoyages(executor: StatementExecutor, ids: readonly number[]): Promise<Set<number>> {
  const rows = await executor.rows(LOCK_ALL, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** The fields of a locked voyage. */
export async function storedVoyage(executor: StatementExecutor, id: number): Promise<StoredVoyage> {
  const voyage = await executor.row(VALUES, [id]);
  if (!voyage) throw new Error(`There is no voyage with the id ${id}`);
  return voyage;
}

export type NewVoyage = VoyageValues & { slug: string; president_id: number | null };

/** Inserts voyages. Returns their ids in the order of the rows. */
export async function insertVoyages(changes: ChangeSet, rows: readonly NewVoyage[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const savedRows = await changes.executor.rows(INSERT, [JSON.stringify(rows)]);
  const ids = new Map(savedRows.map(({ id, slug }) => [slug, id]));
  return rows.map(({ slug }) => {
    const id = ids.get(slug) ?? 0;
    changes.created('voyage', id, slug);
    return id;
  });
}

type ChangedVoyage = Partial<VoyageValues> & { id: number; president_id?: number | null };

/** Updates locked voyages. Absent fields stay unchanged. */
export async function updateVoyages(changes: ChangeSet, rows: readonly ChangedVoyage[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await changes.takeSnapshots('voyage', ids);
  changes.markForNewVersion('voyage', ids);
  await changes.executor.execute(UPDATE, [JSON.stringify(rows)]);
}

/** Increments the version of locked voyages whose links change. */
export async function touchVoyages(changes: ChangeSet, ids: readonly number[]): Promise<void> {
  const open = changes.markForNewVersion('voyage', ids);
  if (open.length > 0) await changes.executor.execute(INCREMENT_VERSION, [open]);
}

/** Deletes locked voyages with their links and albums. People and media stay. */
export async function deleteVoyages(changes: ChangeSet, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { executor } = changes;
  const albums = (await executor.rows(ALBUMS, [ids])).map(({ id }) => id);
  await changes.takeSnapshots('voyage', ids, { deleting: true });
  await changes.takeSnapshots('album', albums, { deleting: true });
  await executor.execute(DELETE, [ids]);
  changes.deleted('voyage', ids);
  changes.deleted('album', albums);
}

type RestoredVoyage = NewVoyage & { id: number; version: number; created_at: string };

/** Inserts a deleted voyage under its old id and slug. */
export async function reinsertVoyage(changes: ChangeSet, row: RestoredVoyage): Promise<void> {
  await changes.executor.execute(RESTORE, [JSON.stringify([row])]);
}
