import { isDeepStrictEqual } from 'node:util';
import { voyageSlug } from '@archive/voyage-document';
import type { ClientBase } from 'pg';
import { statementsOn } from '../../../database/index.ts';
import { type NewRevision, snapshotsOf, writeRevisions } from '../../history/index.ts';
import { type ArchivedVoyage, voyagesById } from '../plan/archive-state.ts';
import { type Counts, decide, type Decision, noCounts } from '../plan/decision.ts';
import type { Match } from '../plan/matching.ts';
import { conflictsOf } from '../plan/planner.ts';
import type { Directories, Prepared } from '../plan/prepare.ts';
import type { Problem } from '../plan/problem.ts';
import { digestOf, type VoyageFields } from '../plan/voyage-fields.ts';
import { freeVoyageSlugs } from './free-slugs.ts';
import { saveIdentities, savePeople } from './people-writer.ts';
import {
  boardPassengers,
  insertVoyages,
  type Manifest,
  rememberVoyages,
  updateVoyages,
  type VoyageRow,
} from './voyage-writer.ts';

export interface Saved {
  counts: Counts;
  problems: Problem[];
}

interface Item extends Decision {
  voyage: Prepared;
  key: string;
  archived: ArchivedVoyage | undefined;
}

interface Author {
  operationId: string;
  changedBy: string;
}

/**
 * Saves voyages with their people, history and what counts as last taken from the document, in the transaction that the
 * connection is in. Statements are for all of them at once. Saving the same again changes nothing.
 */
export async function saveVoyages(
  client: ClientBase,
  voyages: readonly { voyage: Prepared; match: Match }[],
  directories: Directories,
  { operationId, changedBy }: Author,
): Promise<Saved> {
  const changed = voyages.filter(({ voyage, match }) => match.seen?.digest !== digestOf(voyage.fields));
  const archive = await voyagesById(
    client,
    changed.flatMap(({ match }) => match.seen?.id ?? []),
    { hold: true },
  );
  const items = changed.map(({ voyage, match: { key, seen } }): Item => {
    const archived = archive.get(seen?.id ?? 0);
    return { voyage, key, archived, ...decide(voyage.fields, voyage.record.title !== null, archived) };
  });
  const revisions: NewRevision[] = [
    ...(await savePeople(client, items.flatMap(peopleNeeded), items.flatMap(presidentsNeeded))),
    ...(await saveIdentities(client, directories.people)),
  ];
  const ids = await create(client, items, revisions);
  await update(client, items, revisions);
  await boardPassengers(
    client,
    items.flatMap((item) => manifestOf(item, ids)),
  );
  await rememberVoyages(
    client,
    operationId,
    items.flatMap((item) => recordOf(item, ids)),
  );
  await writeRevisions(statementsOn(client), revisions, { changedBy, operationId });
  // What is checked at the end of a transaction is checked here, where the refused voyage is still known.
  await client.query('set constraints all immediate');
  const counts = { ...noCounts(), unchanged: voyages.length - changed.length };
  for (const { kind } of items) counts[kind] += 1;
  return { counts, problems: items.flatMap(({ voyage, conflicts }) => conflictsOf(voyage, conflicts)) };
}

const peopleNeeded = ({ set, voyage }: Item) => (set.passengers ? voyage.people : []);
const presidentsNeeded = ({ set, voyage }: Item) =>
  set.president != null && voyage.president ? [voyage.president] : [];

async function create(
  client: ClientBase,
  items: readonly Item[],
  revisions: NewRevision[],
): Promise<Map<Item, number>> {
  const fresh = items.filter(({ kind }) => kind === 'create');
  const slugs = await freeVoyageSlugs(
    client,
    fresh.map(({ voyage: { fields } }) =>
      voyageSlug({ start_date: fields.start_date ?? '', president_slug: fields.president, title: fields.title }),
    ),
  );
  const rows = fresh.map(({ voyage }, at) => ({
    ...rowOf(voyage.fields, voyage.president?.person.id ?? null),
    slug: slugs[at] ?? '',
  }));
  const ids = await insertVoyages(client, rows);
  for (const { slug } of rows) revisions.push({ kind: 'voyage', slug, action: 'create', before: null });
  return new Map(fresh.map((item, at) => [item, ids[at] ?? 0]));
}

async function update(client: ClientBase, items: readonly Item[], revisions: NewRevision[]): Promise<void> {
  const changing = items.flatMap(({ archived, set }) => (archived && Object.keys(set).length > 0 ? [archived.id] : []));
  const snapshots = await snapshotsOf(statementsOn(client), 'voyage', changing);
  const rows = items.flatMap(({ archived, set, voyage }) => {
    const before = archived && snapshots.get(archived.id);
    if (!before) return [];
    const merged = { ...archived.current, ...set };
    const president = set.president === undefined ? archived.presidentId : (voyage.president?.person.id ?? null);
    revisions.push({ kind: 'voyage', slug: archived.slug, action: 'update', before });
    return [{ ...rowOf(merged, president), id: archived.id }];
  });
  await updateVoyages(client, rows);
}

/** The statement takes what it knows of it, and leaves people and president or owner, which are links. */
const rowOf = (fields: VoyageFields, presidentId: number | null): VoyageRow => ({
  ...fields,
  president_id: presidentId,
});

function manifestOf(item: Item, ids: ReadonlyMap<Item, number>): Manifest[] {
  const { set, archived, voyage } = item;
  if (!set.passengers) return [];
  const aboard = set.passengers.map(({ title, capacity_role, is_crew }, at) => ({
    person_id: voyage.people[at]?.id ?? 0,
    title,
    capacity_role,
    is_crew,
  }));
  return [{ voyage_id: archived?.id ?? ids.get(item) ?? 0, aboard, replaces: archived !== undefined }];
}

function recordOf(item: Item, ids: ReadonlyMap<Item, number>) {
  const { archived, remember, key, conflicts, voyage } = item;
  const digest = conflicts.length === 0 ? digestOf(voyage.fields) : null;
  const same = archived?.key === key && archived.digest === digest && isDeepStrictEqual(archived.last, remember);
  return same ? [] : [{ key, voyage_id: archived?.id ?? ids.get(item) ?? 0, fields: remember, digest }];
}
