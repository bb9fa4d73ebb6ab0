import type { PassengerValues } from '@archive/contracts';
import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';
import { columnsOf, PASSENGER_COLUMNS } from './columns.ts';
import { touchVoyages } from './voyages.repository.ts';

const COLUMNS = PASSENGER_COLUMNS.join(', ');

const PASSENGER = {
  /** Position, starting at 1. */
  sort_order: col.int,
  values: col.json<PassengerValues>(),
};
export type StoredPassenger = RowOf<typeof PASSENGER>;

const PASSENGER_VALUES = statement(
  'passenger-values',
  `select l.sort_order, (select to_jsonb(n) from (select ${columnsOf('l', PASSENGER_COLUMNS)}) n) "values"
  from passenger l where l.voyage_id = $1 and l.person_id = $2`,
  PASSENGER,
);

const INSERT = statement(
  'passengers-insert',
  `insert into passenger (voyage_id, person_id, sort_order, ${COLUMNS})
  select n.voyage_id, n.person_id, n.sort_order, ${columnsOf('n', PASSENGER_COLUMNS)}
  from jsonb_populate_recordset(null::passenger, $1::jsonb) n`,
);

/** Absent columns stay unchanged. */
const SAVE = statement(
  'passengers-save',
  `insert into passenger as l (voyage_id, person_id, sort_order, ${COLUMNS})
  select n.voyage_id, n.person_id, n.sort_order, ${columnsOf('n', PASSENGER_COLUMNS)}
  from jsonb_array_elements($1::jsonb) with ordinality element(row, at)
  left join passenger o on o.voyage_id = (element.row ->> 'voyage_id')::int and o.person_id = (element.row ->> 'person_id')::int
  cross join lateral jsonb_populate_record(case when o.voyage_id is null then
    jsonb_populate_record(null::passenger, '{"is_crew": false}') else o end, element.row) n
  order by element.at
  on conflict (voyage_id, person_id) do update
  set (sort_order, ${COLUMNS}) = row(${columnsOf('excluded', ['sort_order', ...PASSENGER_COLUMNS])})`,
);

const UPDATE = statement(
  'passenger-update',
  `update passenger l set (${COLUMNS}) = (
    select ${columnsOf('n', PASSENGER_COLUMNS)} from jsonb_populate_record(l, $3::jsonb) n)
  where l.voyage_id = $1 and l.person_id = $2`,
);

const LAST_POSITION = statement(
  'passengers-last',
  'select count(*)::int position from passenger where voyage_id = $1',
  {
    position: col.int,
  },
);
const DELETE = statement('passenger-delete', 'delete from passenger where voyage_id = $1 and person_id = $2');
const DELETE_OTHERS = statement(
  'passengers-delete-others',
  `delete from passenger l using jsonb_to_recordset($1::jsonb) as n(voyage_id int, people int[])
  where l.voyage_id = n.voyage_id and l.person_id <> all(n.people)`,
);

/** Sets all positions in one statement. They only have to be unique at the end of the transaction. */
const ORDER = statement(
  'passengers-order',
  `update passenger l set sort_order = n.position
  from unnest($2::int[]) with ordinality n(person_id, position)
  where l.voyage_id = $1 and l.person_id = n.person_id and l.sort_order <> n.position`,
);

/** A passenger of a locked voyage; undefined if the person isn't aboard. */
export const storedPassenger = (executor: StatementExecutor, voyage: number, person: number) =>
  executor.row(PASSENGER_VALUES, [voyage, person]);

/** Adds a passenger to a locked voyage, last or at a position. Later passengers move down by one. */
export async function addPassenger(
  changes: ChangeSet,
  voyage: number,
  person: number,
  values: PassengerValues,
  position?: number,
): Promise<void> {
  const { executor } = changes;
  await changes.takeSnapshots('voyage', [voyage]);
  const sort_order = position ?? ((await executor.row(LAST_POSITION, [voyage]))?.position ?? 0) + 1;
  const row = { voyage_id: voyage, person_id: person, sort_order, ...values };
  await executor.execute(INSERT, [JSON.stringify([row])]);
  await touchVoyages(changes, [voyage]);
}

/** Updates a passenger of a locked voyage. Absent fields stay unchanged. */
export async function updatePassenger(
  changes: ChangeSet,
  voyage: number,
  person: number,
  values: Partial<PassengerValues>,
): Promise<void> {
  await changes.takeSnapshots('voyage', [voyage]);
  await changes.executor.execute(UPDATE, [voyage, person, JSON.stringify(values)]);
  await touchVoyages(changes, [voyage]);
}

/** Removes a passenger from a locked voyage. */
export async function removePassenger(changes: ChangeSet, voyage: number, person: number): Promise<void> {
  await changes.takeSnapshots('voyage', [voyage]);
  await changes.executor.execute(DELETE, [voyage, person]);
  await touchVoyages(changes, [voyage]);
}

/** Reorders the passengers of a locked voyage. */
export async function orderPassengers(changes: ChangeSet, voyage: number, people: readonly number[]): Promise<void> {
  await changes.takeSnapshots('voyage', [voyage]);
  await changes.executor.execute(ORDER, [voyage, people]);
  await touchVoyages(changes, [voyage]);
}

/** Everyone aboard a voyage, in order. */
export interface Manifest {
  voyage_id: number;
  /** The passengers in order. Absent fields of a passenger who stays aboard are kept. */
  aboard: readonly (Partial<PassengerValues> & { person_id: number })[];
}

const rowsOf = (manifests: readonly Manifest[]) =>
  manifests.flatMap(({ voyage_id, aboard }) =>
    aboard.map((passenger, index) => ({ voyage_id, sort_order: index + 1, ...passenger })),
  );

/** Replaces the passengers of locked or new voyages, in a fixed number of statements. */
export async function replacePassengers(changes: ChangeSet, manifests: readonly Manifest[]): Promise<void> {
  const isNew = ({ voyage_id }: Manifest) => changes.isNew('voyage', voyage_id);
  await insertPassengers(changes, manifests.filter(isNew));
  await updatePassengers(
    changes,
    manifests.filter((manifest) => !isNew(manifest)),
  );
}

/** A new voyage has no passengers yet, so there is nothing to compare. */
async function insertPassengers({ executor }: ChangeSet, manifests: readonly Manifest[]): Promise<void> {
  const rows = rowsOf(manifests).map((row) => ({ is_crew: false, ...row }));
  if (rows.length > 0) await executor.execute(INSERT, [JSON.stringify(rows)]);
}

async function updatePassengers(changes: ChangeSet, manifests: readonly Manifest[]): Promise<void> {
  if (manifests.length === 0) return;
  const { executor } = changes;
  const ids = manifests.map(({ voyage_id }) => voyage_id);
  await changes.takeSnapshots('voyage', ids);
  const remaining = manifests.map(({ voyage_id, aboard }) => ({
    voyage_id,
    people: aboard.map(({ person_id }) => person_id),
  }));
  await executor.execute(DELETE_OTHERS, [JSON.stringify(remaining)]);
  const rows = rowsOf(manifests);
  if (rows.length > 0) await executor.execute(SAVE, [JSON.stringify(rows)]);
  await touchVoyages(changes, ids);
}
