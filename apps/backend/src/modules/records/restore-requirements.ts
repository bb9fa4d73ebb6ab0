import { emptyValues, type Fields, type ValuesOf } from '@archive/contracts';
import { formatList, pluralize } from '@archive/contracts/format';
import { Problem } from '../../common/index.ts';
import { col, statement, type StatementExecutor, statementsFor } from '../../database/index.ts';
import type { HistoryKind } from './snapshots.ts';

/** Ids of records by slug, in the format of snapshots. */
export type IdsBySlug = Record<string, number>;

const TABLES = ['person', 'media', 'voyage', 'album', 'place', 'story'] as const;
type Table = (typeof TABLES)[number];

const LOCK = statementsFor(TABLES, (table) =>
  statement(
    `restore-lock-${table}`,
    `select id from ${table} where id = any($1::int[]) order by id
     for ${table === 'voyage' || table === 'album' ? 'update' : 'key share'}`,
    { id: col.int },
  ),
);

const LOCK_BY_SLUG = statementsFor(TABLES, (table) =>
  statement(`restore-lock-same-${table}`, `select id from ${table} where slug = $1 for update`, { id: col.int }),
);

const NEXT_VERSION = statement(
  'restore-next-version',
  `select coalesce(max((before ->> 'version')::int), 0) + 1 version from history where kind = $1 and slug = $2`,
  { version: col.int },
);

export const cannotRestore = (reason: string) => new Problem(409, reason);

/** The values of a snapshot. Fields that were added after the snapshot get their default values. */
export const restoredValues = <F extends Fields>(fields: F, snapshot: object): ValuesOf<F> =>
  ({
    ...(emptyValues(fields) as object),
    ...Object.fromEntries(Object.entries(snapshot).filter(([name]) => Object.hasOwn(fields, name))),
  }) as ValuesOf<F>;

interface RequiredRecords {
  table: Table;
  keys: IdsBySlug;
  /** Returns the name of a record for messages. */
  nameOf: (slug: string) => string;
  /** The relation to the restored record, for messages: "who was aboard". */
  relation: string;
}

/** Locks the records that a restored record needs. @throws Problem 409 with the names of those that no longer exist */
export async function requireAll(
  executor: StatementExecutor,
  { table, keys, nameOf, relation }: RequiredRecords,
): Promise<void> {
  const rows = await executor.rows(LOCK[table], [Object.values(keys)]);
  const existing = new Set(rows.map(({ id }) => id));
  const missing = Object.entries(keys).filter(([, id]) => !existing.has(id));
  if (missing.length === 0) return;
  const names = missing.map(([slug]) => nameOf(slug));
  const advice = pluralize(
    names.length,
    'has been deleted. Restore that record first',
    'have been deleted. Restore those records first',
  );
  throw cannotRestore(`Can’t restore: ${formatList(names)} (${relation}) ${advice}.`);
}

/**
 * Locks the record with a slug. Returns whether it exists.
 * @throws Problem 409 if a different record has the slug now
 */
export async function lockRecordOfSlug(
  executor: StatementExecutor,
  table: Table,
  slug: string,
  id: number,
): Promise<boolean> {
  const row = await executor.row(LOCK_BY_SLUG[table], [slug]);
  if (row && row.id !== id)
    throw cannotRestore(`Can’t restore: another ${table === 'media' ? 'media item' : table} has this address now.`);
  return row !== undefined;
}

/** The version for a restored record, which is higher than any version that a client has seen. */
export async function nextVersion(executor: StatementExecutor, kind: HistoryKind, slug: string): Promise<number> {
  const row = await executor.row(NEXT_VERSION, [kind, slug]);
  return row?.version ?? 1;
}
