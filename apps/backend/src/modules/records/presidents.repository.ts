import type { PresidentValues } from '@archive/contracts';
import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';
import { columnsOf, PRESIDENT_COLUMNS } from './columns.ts';
import { touchPeople } from './people.repository.ts';

const COLUMNS = PRESIDENT_COLUMNS.join(', ');

const LOCKED = { version: col.int, values: col.json<PresidentValues>() };
export type LockedPresident = RowOf<typeof LOCKED>;

const LOCK = statement(
  'president-lock',
  `select r.version, (select to_jsonb(n) from (select ${columnsOf('r', PRESIDENT_COLUMNS)}) n) "values"
  from president r where r.person_id = $1 for update`,
  LOCKED,
);

const INSERT = statement(
  'presidents-insert',
  `insert into president (person_id, ${COLUMNS})
  select n.person_id, ${columnsOf('n', PRESIDENT_COLUMNS)} from jsonb_populate_recordset(null::president, $1::jsonb) n
  on conflict (person_id) do nothing returning person_id`,
  { person_id: col.int },
);
const REINSERT = statement(
  'president-reinsert',
  `insert into president (person_id, version, created_at, ${COLUMNS})
  select n.person_id, n.version, n.created_at, ${columnsOf('n', PRESIDENT_COLUMNS)}
  from jsonb_populate_record(null::president, $1::jsonb) n`,
);

/** Absent columns stay unchanged. */
const UPDATE = statement(
  'president-update',
  `update president r
  set (${COLUMNS}) = (select ${columnsOf('n', PRESIDENT_COLUMNS)} from jsonb_populate_record(r, $2::jsonb) n),
    version = r.version + 1, updated_at = now()
  where r.person_id = $1`,
);
const DELETE = statement('presidents-delete', 'delete from president where person_id = any($1::int[])');

/** The president record of a locked person; undefined if the person has none. */
export const lockPresident = (executor: StatementExecutor, person: number) => executor.row(LOCK, [person]);

type NewPresident = PresidentValues & { person_id: number; slug: string };

/** Makes locked people presidents or owners. Skips those who already are. */
export async function insertPresidents(changes: ChangeSet, rows: readonly NewPresident[]): Promise<void> {
  if (rows.length === 0) return;
  const savedRows = await changes.executor.rows(INSERT, [JSON.stringify(rows)]);
  const ids = new Set(savedRows.map(({ person_id }) => person_id));
  for (const { person_id, slug } of rows) if (ids.has(person_id)) changes.created('president', person_id, slug);
  // A person's response shows whether they are a president.
  await touchPeople(changes, [...ids]);
}

/** Updates the president record of a locked person. Absent fields stay unchanged. */
export async function updatePresident(
  changes: ChangeSet,
  person: number,
  values: Partial<PresidentValues>,
): Promise<void> {
  await changes.takeSnapshots('president', [person]);
  await changes.executor.execute(UPDATE, [person, JSON.stringify(values)]);
}

/** Deletes the president records of locked people. The people are kept. */
export async function deletePresidents(changes: ChangeSet, people: readonly number[]): Promise<void> {
  if (people.length === 0) return;
  await changes.takeSnapshots('president', people);
  await changes.executor.execute(DELETE, [people]);
  changes.deleted('president', people);
  await touchPeople(changes, people);
}

/** Inserts a deleted president record under its old id. */
export async function reinsertPresident(
  changes: ChangeSet,
  row: PresidentValues & { person_id: number; version: number; created_at: string },
): Promise<void> {
  await changes.executor.execute(REINSERT, [JSON.stringify(row)]);
  await touchPeople(changes, [row.person_id]);
}
