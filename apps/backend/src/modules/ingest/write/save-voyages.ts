import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { StaleReason } from '@archive/contracts';
import { voyageSlug } from '@archive/voyage-document';
import { statement, type StatementExecutor } from '../../../database/index.ts';
import {
  ChangeSet,
  insertVoyages,
  type Manifest,
  type NewVoyage,
  replacePassengers,
  saveBaselines,
  updateVoyages,
  type VoyageBaseline,
} from '../../records/index.ts';
import { type ArchivedVoyage, voyagesById } from '../plan/archive-state.ts';
import {
  type Choices,
  type Counts,
  decide,
  type Decision,
  leftOutDecision,
  emptyCounts,
  unchangedDecision,
} from '../plan/decision.ts';
import { type Item, itemOf } from '../plan/item.ts';
import type { Match } from '../plan/matching.ts';
import { conflictsOf, isUnchanged, staleProblem } from '../plan/planner.ts';
import type { DocumentReading } from '../plan/document-reading.ts';
import type { Directories, PreparedVoyage } from '../plan/prepare.ts';
import type { Problem } from '../plan/problem.ts';
import { digestOf, type FieldName, type VoyageFields } from '../plan/voyage-fields.ts';
import { recordCreated } from '../operation/decisions.ts';
import { freeVoyageSlugs } from './free-slugs.ts';
import { saveNewNamesAndUrls, savePeople } from './people-writer.ts';

export interface SaveResult {
  counts: Counts;
  problems: Problem[];
  /** One result for each voyage, in document order. */
  items: Item[];
}

/** A voyage of a document with its match in the archive. */
export interface MatchedVoyage {
  /** The voyage's index in the document. */
  index: number;
  voyage: PreparedVoyage;
  match: Match;
  choices?: Choices | undefined;
  /** Restricts the update to these fields. */
  only?: ReadonlySet<FieldName> | undefined;
  /** Why the voyage is left out: the archive changed after the preview that is being applied. */
  staleReason?: StaleReason | undefined;
}

interface Entry extends Decision, MatchedVoyage {
  key: string;
  archived: ArchivedVoyage | undefined;
}

interface Author {
  operationId: string;
  changedBy: string;
  /** The document with the lines of the voyages; absent if only choices are applied. */
  source?: { document: string; lines: readonly string[] } | undefined;
}

/** Postpones updates of the search index, so that it is updated only once, after voyages and passengers are saved. */
const DEFER_SEARCH_REFRESH = statement('ingest-search-later', `select set_config('archive.search_later', 'on', true)`);
const REFRESH_SEARCH = statement(
  'ingest-search-now',
  `select set_config('archive.search_later', 'off', true), refresh_voyage_search($1)`,
);
const CHECK_CONSTRAINTS = statement('ingest-check-constraints', 'set constraints all immediate');

/**
 * Saves voyages with people, history and baselines in the current transaction, with a fixed number of statements. Saving the same
 * voyages again has no effect.
 */
export async function saveVoyages(
  executor: StatementExecutor,
  voyages: readonly MatchedVoyage[],
  reading: DocumentReading,
  directories: Directories,
  { operationId, changedBy, source }: Author,
): Promise<SaveResult> {
  const isChanged = ({ voyage, match }: MatchedVoyage) => !match.voyage || !isUnchanged(match.voyage, voyage);
  const archive = await voyagesById(
    executor,
    voyages.filter(isChanged).flatMap(({ match }) => match.voyage?.id ?? []),
    { lock: true },
  );
  const all = voyages.map((matched): Entry => {
    const { voyage, match, choices, only, staleReason } = matched;
    const archived = archive.get(match.voyage?.id ?? 0);
    const compare = () =>
      staleReason && !archived
        ? leftOutDecision(voyage.fields)
        : decide(voyage.fields, voyage.statedFields, archived, { choices, only, isStale: staleReason !== undefined });
    return {
      ...matched,
      key: match.key,
      archived,
      ...(isChanged(matched) ? compare() : unchangedDecision(voyage.fields)),
    };
  });
  const entries = all.filter((entry) => isChanged(entry) && (entry.archived || !entry.staleReason));
  const changes = new ChangeSet(executor, { changedBy, operationId });
  const created = await savePeople(changes, entries.flatMap(neededPeople), entries.flatMap(presidentsNeeded));
  await recordCreated(executor, operationId, created);
  await saveNewNamesAndUrls(changes, directories.people, operationId);
  if (entries.length > 0) await executor.execute(DEFER_SEARCH_REFRESH);
  const createdVoyages = await create(changes, entries);
  const changed = await update(changes, entries);
  await replacePassengers(
    changes,
    entries.flatMap((entry) => manifestOf(entry, createdVoyages)),
  );
  const refreshed = [...[...createdVoyages.values()].map(({ id }) => id), ...changed];
  const { records, saved } = await computeDuring(
    entries.length > 0 ? executor.execute(REFRESH_SEARCH, [refreshed]) : undefined,
    () => {
      const records = new Map(entries.flatMap((entry) => newBaselineOf(entry, createdVoyages, source)));
      return { records, saved: savedOf(all, { reading, directories, createdVoyages, records }) };
    },
  );
  await saveBaselines(executor, operationId, [...records.values()]);
  await changes.save();
  // Checked here rather than at commit, so that a violation can be traced to its voyage.
  await executor.execute(CHECK_CONSTRAINTS);
  return saved;
}

/** Runs a computation while the database executes a statement. */
async function computeDuring<T>(statement: Promise<unknown> | undefined, compute: () => T): Promise<T> {
  // Waits one turn of the event loop, because the driver sends the statement at its end.
  const [result] = await Promise.all([setImmediate().then(compute), statement]);
  return result;
}

interface Results {
  reading: DocumentReading;
  directories: Directories;
  createdVoyages: ReadonlyMap<Entry, CreatedVoyage>;
  records: ReadonlyMap<Entry, VoyageBaseline>;
}

function savedOf(entries: readonly Entry[], { reading, directories, createdVoyages, records }: Results): SaveResult {
  const counts = emptyCounts();
  for (const { kind } of entries) counts[kind] += 1;
  const items = entries.map((entry): Item => {
    const { archived, match } = entry;
    const item = itemOf({ ...entry, decision: entry, candidate: match.voyage, reading, directories });
    const baseline = archived && records.has(entry) ? (archived.record ?? {}) : null;
    const created = createdVoyages.get(entry);
    return created ? { ...item, voyage_id: created.id, voyage_slug: created.slug } : { ...item, baseline };
  });
  return { counts, problems: entries.flatMap(problemsOf), items };
}

/** The warnings for a voyage. If it is left out, there is one warning instead of one per field. */
const problemsOf = ({ kind, staleReason, voyage, conflicts }: Entry): Problem[] =>
  staleReason && kind === 'conflict' ? [staleProblem(voyage, staleReason)] : conflictsOf(voyage, conflicts);

interface CreatedVoyage {
  id: number;
  slug: string;
}

const neededPeople = ({ set, voyage }: Entry) => (set.passengers ? voyage.people : []);
const presidentsNeeded = ({ set, voyage }: Entry) =>
  set.president != null && voyage.president ? [voyage.president] : [];

async function create(changes: ChangeSet, entries: readonly Entry[]): Promise<Map<Entry, CreatedVoyage>> {
  const newEntries = entries.filter(({ kind }) => kind === 'create');
  const slugs = await freeVoyageSlugs(
    changes.executor,
    newEntries.map(({ voyage: { fields } }) =>
      voyageSlug({ start_date: fields.start_date ?? '', president_slug: fields.president, title: fields.title }),
    ),
  );
  const rows = newEntries.map(({ voyage: { fields, president } }, index): NewVoyage => {
    const { president: _slug, passengers: _people, ...values } = fields;
    const title = values.title ?? '';
    const start_date = values.start_date ?? '';
    return { ...values, title, start_date, president_id: president?.person.id ?? null, slug: slugs[index] ?? '' };
  });
  const ids = await insertVoyages(changes, rows);
  return new Map(newEntries.map((entry, index) => [entry, { id: ids[index] ?? 0, slug: rows[index]?.slug ?? '' }]));
}

/** Returns the ids of updated voyages. Passengers are saved separately. */
async function update(changes: ChangeSet, entries: readonly Entry[]): Promise<number[]> {
  const changing = entries.flatMap(({ archived, set, voyage }) => {
    if (!archived || Object.keys(set).length === 0) return [];
    const { president, passengers: _people, title, start_date, ...values } = set;
    return [
      {
        ...values,
        ...(title ? { title } : {}),
        ...(start_date ? { start_date } : {}),
        ...(president === undefined ? {} : { president_id: voyage.president?.person.id ?? null }),
        id: archived.id,
      },
    ];
  });
  await updateVoyages(changes, changing);
  return changing.map(({ id }) => id);
}

function manifestOf(entry: Entry, createdVoyages: ReadonlyMap<Entry, CreatedVoyage>): Manifest[] {
  const { set, archived, voyage } = entry;
  if (!set.passengers || (!archived && set.passengers.length === 0)) return [];
  const aboard = set.passengers.map(({ title, capacity_role, is_crew }, index) => ({
    person_id: voyage.people[index]?.id ?? 0,
    title,
    capacity_role,
    is_crew,
  }));
  return [{ voyage_id: archived?.id ?? createdVoyages.get(entry)?.id ?? 0, aboard }];
}

/** The new baseline of a voyage; empty when it equals the saved one. */
function newBaselineOf(
  entry: Entry,
  createdVoyages: ReadonlyMap<Entry, CreatedVoyage>,
  source: Author['source'],
): [Entry, VoyageBaseline][] {
  const { archived, baseline: newBaseline, key } = entry;
  // Fields with open conflicts keep the last imported values in the baseline, so that the document still differs from it.
  const digest = digestOf(newBaseline as VoyageFields);
  const same =
    archived?.key === key && archived.digest === digest && isDeepStrictEqual(archived.lastImported, newBaseline);
  const voyageId = archived?.id ?? createdVoyages.get(entry)?.id ?? 0;
  const baseline = {
    key,
    voyage_id: voyageId,
    fields: newBaseline,
    digest,
    source: source && passageIn(source, entry),
  };
  return same ? [] : [[entry, baseline]];
}

/** Longest passage that is kept. */
const MAX_PASSAGE = 20_000;

function passageIn({ document, lines }: NonNullable<Author['source']>, { voyage: { record } }: Entry) {
  const { line, end_line } = record;
  const passage = lines
    .slice(line - 1, end_line)
    .join('\n')
    .replaceAll('\0', '')
    .slice(0, MAX_PASSAGE)
    .toWellFormed();
  return { document, line, end_line, passage };
}
