import type { PassengerValues } from '@archive/contracts';
import { col, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import { addPassenger, type ChangeSet, columnsOf, PASSENGER_COLUMNS, removePassenger } from '../records/index.ts';

/** A passenger link, with its position. */
export interface Link extends PassengerValues {
  sort_order: number;
}

const SHARED_VOYAGE = {
  voyage_id: col.int,
  voyage_slug: col.text,
  merged: col.json<Link>(),
  survivor: col.json<Link | null>(),
};
/** A voyage that a merge changes, with the link of the merged person, and that of the survivor if both were aboard. */
export type SharedVoyage = RowOf<typeof SHARED_VOYAGE>;

const link = (row: string) =>
  `(select to_jsonb(n) from (select ${columnsOf(row, ['sort_order', ...PASSENGER_COLUMNS])}) n)`;

const LOCK = statement(
  'merge-lock-voyages',
  `select v.id from voyage v where v.id in (select l.voyage_id from passenger l where l.person_id = any($1::int[]))
  order by v.id for update`,
  { id: col.int },
);

const SHARED = statement(
  'merge-shared-voyages',
  `select v.id voyage_id, v.slug voyage_slug, ${link('merged')} merged,
    case when survivor.person_id is not null then ${link('survivor')} end survivor
  from passenger merged
  join voyage v on v.id = merged.voyage_id
  left join passenger survivor on survivor.voyage_id = v.id and survivor.person_id = $1
  where merged.person_id = $2 order by v.id`,
  SHARED_VOYAGE,
);

/** Voyages of the merged person. Locks the voyages of both people. */
export async function lockSharedVoyages(
  executor: StatementExecutor,
  survivor: number,
  merged: number,
): Promise<SharedVoyage[]> {
  await executor.rows(LOCK, [[survivor, merged]]);
  return executor.rows(SHARED, [survivor, merged]);
}

const joinTexts = (left: string | null, right: string | null, separator: string) =>
  left === null || right === null || left === right ? (left ?? right) : `${left}${separator}${right}`;

/** Combines the roles, forms of address and notes of two links. The result has the position of the first one aboard. */
const combineFields = (survivor: Link, merged: Link): Link => ({
  sort_order: Math.min(survivor.sort_order, merged.sort_order),
  title: joinTexts(survivor.title, merged.title, '; '),
  capacity_role: joinTexts(survivor.capacity_role, merged.capacity_role, '; '),
  is_crew: survivor.is_crew || merged.is_crew,
  notes: joinTexts(survivor.notes, merged.notes, '\n\n'),
});

/** Replaces the links of two people on a voyage with one link of the survivor. */
export async function combineLinks(
  changes: ChangeSet,
  survivorId: number,
  mergedId: number,
  { voyage_id, survivor, merged }: SharedVoyage,
): Promise<void> {
  if (survivor) await removePassenger(changes, voyage_id, survivorId);
  const { sort_order, ...values } = survivor ? combineFields(survivor, merged) : merged;
  await addPassenger(changes, voyage_id, survivorId, values, sort_order);
  await removePassenger(changes, voyage_id, mergedId);
}

/** Restores the survivor's link from before the merge. Restoring the merged person restores the other link. */
export async function separateLinks(
  changes: ChangeSet,
  survivorId: number,
  { voyage_id, survivor, merged }: SharedVoyage,
): Promise<void> {
  await removePassenger(changes, voyage_id, survivorId);
  if (!survivor) return;
  const { sort_order, ...values } = survivor;
  const position = sort_order - (merged.sort_order < sort_order ? 1 : 0);
  await addPassenger(changes, voyage_id, survivorId, values, position);
}
