import { isDeepStrictEqual } from 'node:util';
import { voyageSlug } from '@archive/voyage-document';
import type { ClientBase } from 'pg';
import { statementsOn } from '../../../database/index.ts';
import { type NewRevision, snapshotsOf, writeRevisions } from '../../history/index.ts';
import { type ArchivedVoyage, voyagesById } from '../plan/archive-state.ts';
import { asItIs, type Choices, type Counts, decide, type Decision, noCounts } from '../plan/decision.ts';
import { type Item, itemOf } from '../plan/item.ts';
import type { Match } from '../plan/matching.ts';
import { conflictsOf } from '../plan/planner.ts';
import type { Directories, Prepared, Reading } from '../plan/prepare.ts';
import type { Problem } from '../plan/problem.ts';
import { digestOf, FIELD_NAMES, type FieldName, type VoyageFields } from '../plan/voyage-fields.ts';
import { freeVoyageSlugs } from './free-slugs.ts';
import { saveIdentities, savePeople } from './people-writer.ts';
import {
  boardPassengers,
  insertVoyages,
  type Manifest,
  rememberVoyages,
  updateVoyages,
  type VoyageMemory,
  type VoyageRow,
} from './voyage-writer.ts';

export interface Saved {
  counts: Counts;
  problems: Problem[];
  /** What became of each, in their order. */
  items: Item[];
}

/** A voyage of a document and the one of the archive that it is. */
export interface Matched {
  /** Its index among the document's. */
  index: number;
  voyage: Prepared;
  match: Match;
  choices?: Choices | undefined;
  /** Only these fields are taken. */
  only?: ReadonlySet<FieldName> | undefined;
}

interface Entry extends Decision, Matched {
  key: string;
  archived: ArchivedVoyage | undefined;
}

interface Author {
  operationId: string;
  changedBy: string;
}

/** What voyages are found by is made once, of them and of those aboard together. */
const SEARCH_LATER = `set local archive.search_later = 'on'`;
const SEARCH_NOW = `select set_config('archive.search_later', 'off', true), refresh_voyage_search($1)`;

/**
 * Saves voyages with their people, history and what counts as last taken from the document, in the transaction that the
 * connection is in. Statements are for all of them at once. Saving the same again changes nothing.
 */
export async function saveVoyages(
  client: ClientBase,
  voyages: readonly Matched[],
  reading: Reading,
  directories: Directories,
  { operationId, changedBy }: Author,
): Promise<Saved> {
  const isChanged = ({ voyage, match }: Matched) => match.seen?.digest !== digestOf(voyage.fields);
  const archive = await voyagesById(
    client,
    voyages.filter(isChanged).flatMap(({ match }) => match.seen?.id ?? []),
    { hold: true },
  );
  const all = voyages.map((matched): Entry => {
    const { voyage, match, choices, only } = matched;
    const archived = archive.get(match.seen?.id ?? 0);
    const decision = isChanged(matched)
      ? decide(voyage.fields, voyage.record.title !== null, archived, { choices, only })
      : asItIs(voyage.fields);
    return { ...matched, key: match.key, archived, ...decision };
  });
  const entries = all.filter(isChanged);
  const revisions: NewRevision[] = [
    ...(await savePeople(client, entries.flatMap(peopleNeeded), entries.flatMap(presidentsNeeded))),
    ...(await saveIdentities(client, directories.people, operationId)),
  ];
  if (entries.length > 0) await client.query(SEARCH_LATER);
  const made = await create(client, entries, revisions);
  const changed = await update(client, entries, revisions);
  await boardPassengers(
    client,
    entries.flatMap((entry) => manifestOf(entry, made)),
  );
  if (entries.length > 0) await client.query(SEARCH_NOW, [[...[...made.values()].map(({ id }) => id), ...changed]]);
  const records = new Map(entries.flatMap((entry) => recordOf(entry, made)));
  await rememberVoyages(client, operationId, [...records.values()]);
  await writeRevisions(statementsOn(client), revisions, { changedBy, operationId });
  // What is checked at the end of a transaction is checked here, where the refused voyage is still known.
  await client.query('set constraints all immediate');
  const counts = noCounts();
  for (const { kind } of all) counts[kind] += 1;
  const items = all.map((entry): Item => {
    const { archived, match } = entry;
    const item = itemOf({ ...entry, decision: entry, seen: match.seen, reading, directories });
    const remembered = archived && records.has(entry) ? (archived.record ?? {}) : null;
    const fresh = made.get(entry);
    return fresh ? { ...item, voyage_id: fresh.id, voyage_slug: fresh.slug } : { ...item, remembered };
  });
  return { counts, problems: entries.flatMap(({ voyage, conflicts }) => conflictsOf(voyage, conflicts)), items };
}

interface Made {
  id: number;
  slug: string;
}

const peopleNeeded = ({ set, voyage }: Entry) => (set.passengers ? voyage.people : []);
const presidentsNeeded = ({ set, voyage }: Entry) =>
  set.president != null && voyage.president ? [voyage.president] : [];

async function create(
  client: ClientBase,
  entries: readonly Entry[],
  revisions: NewRevision[],
): Promise<Map<Entry, Made>> {
  const fresh = entries.filter(({ kind }) => kind === 'create');
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
  return new Map(fresh.map((entry, at) => [entry, { id: ids[at] ?? 0, slug: rows[at]?.slug ?? '' }]));
}

/** Answers the keys of those that have changed. */
async function update(client: ClientBase, entries: readonly Entry[], revisions: NewRevision[]): Promise<number[]> {
  const changing = entries.flatMap(({ archived, set }) =>
    archived && Object.keys(set).length > 0 ? [archived.id] : [],
  );
  const snapshots = await snapshotsOf(statementsOn(client), 'voyage', changing);
  const rows = entries.flatMap(({ archived, set, voyage }) => {
    const before = archived && snapshots.get(archived.id);
    if (!before) return [];
    const merged = { ...archived.current, ...set };
    const president = set.president === undefined ? archived.presidentId : (voyage.president?.person.id ?? null);
    revisions.push({ kind: 'voyage', slug: archived.slug, action: 'update', before });
    return [{ ...rowOf(merged, president), id: archived.id }];
  });
  await updateVoyages(client, rows);
  return changing;
}

/** The statement takes what it knows of it, and leaves people and president or owner, which are links. */
const rowOf = (fields: VoyageFields, presidentId: number | null): VoyageRow => ({
  ...fields,
  president_id: presidentId,
});

function manifestOf(entry: Entry, made: ReadonlyMap<Entry, Made>): Manifest[] {
  const { set, archived, voyage } = entry;
  if (!set.passengers) return [];
  const aboard = set.passengers.map(({ title, capacity_role, is_crew }, at) => ({
    person_id: voyage.people[at]?.id ?? 0,
    title,
    capacity_role,
    is_crew,
  }));
  return [{ voyage_id: archived?.id ?? made.get(entry)?.id ?? 0, aboard, replaces: archived !== undefined }];
}

/** What is remembered of a voyage, unless that is what was remembered before. */
function recordOf(entry: Entry, made: ReadonlyMap<Entry, Made>): [Entry, VoyageMemory][] {
  const { archived, remember, key, voyage } = entry;
  const settled = FIELD_NAMES.every((name) => isDeepStrictEqual(remember[name], voyage.fields[name]));
  const digest = settled ? digestOf(voyage.fields) : null;
  const same = archived?.key === key && archived.digest === digest && isDeepStrictEqual(archived.last, remember);
  const voyageId = archived?.id ?? made.get(entry)?.id ?? 0;
  return same ? [] : [[entry, { key, voyage_id: voyageId, fields: remember, digest }]];
}
