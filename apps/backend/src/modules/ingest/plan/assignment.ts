import type { VoyageRecord } from '@archive/voyage-document';
import type { StatementExecutor } from '../../../database/index.ts';
import {
  titlesOnDates,
  type VoyageCandidate,
  voyagesById,
  voyagesBySlug,
  voyagesInGroups,
  voyagesMovedToGroups,
  voyagesOnDates,
} from './archive-state.ts';
import { type DocumentVoyage, freeKeys, groupOf, type Match, matchBySimilarity, matchByText } from './matching.ts';
import type { DocumentReading } from './document-reading.ts';
import { type Directories, presidentOf } from './prepare.ts';

const GROUPS_AT_ONCE = 300;

interface Group {
  name: string;
  voyages: DocumentVoyage[];
  candidates: VoyageCandidate[];
  voyageMatches: Map<DocumentVoyage, VoyageCandidate>;
}

/**
 * Matches each voyage of the document with one of the archive: by slug, then by exact lines, then by similarity. The result is by index.
 */
export async function assignVoyages(
  executor: StatementExecutor,
  reading: DocumentReading,
  directories: Directories,
): Promise<Match[]> {
  const byName = Map.groupBy(
    reading.voyages.map((record, index): DocumentVoyage => ({ record, index })),
    ({ record }) => groupOf(presidentOf(reading, record, directories)?.person.slug ?? null, record.start_date),
  );
  const peopleOf = ({ passengers }: VoyageRecord) =>
    passengers.flatMap((passenger) => directories.people.find(passenger)?.slug ?? []);
  const matches: Match[] = [];
  const matchedBySlug = await findBySlug(executor, reading);
  const usedIds = new Set([...matchedBySlug.values()].map(({ id }) => id));
  const names = [...byName.keys()];
  for (let from = 0; from < names.length; from += GROUPS_AT_ONCE) {
    const chunk = names.slice(from, from + GROUPS_AT_ONCE);
    const archive = Map.groupBy(await voyagesInGroups(executor, chunk), ({ group }) => group);
    const groups = chunk.map((name): Group => {
      const voyages = byName.get(name) ?? [];
      const candidates = (archive.get(name) ?? []).filter(({ id }) => !usedIds.has(id));
      const entries = new Map(voyages.flatMap((voyage) => entryOf(voyage, matchedBySlug.get(voyage.index))));
      const unmatched = voyages.filter((voyage) => !entries.has(voyage));
      return { name, voyages, candidates, voyageMatches: new Map([...entries, ...matchByText(unmatched, candidates)]) };
    });
    await compare(executor, groups, peopleOf);
    for (const { name, voyages, voyageMatches } of groups) {
      const keys = freeKeys(name, archive.get(name) ?? []);
      for (const candidate of voyages) {
        const voyage = voyageMatches.get(candidate);
        matches[candidate.index] = { key: voyage?.key ?? keys.next().value, voyage };
      }
    }
  }
  await findMoved(executor, byName, matches, peopleOf);
  await findWithoutOwner(executor, reading, directories, matches, peopleOf);
  await findSameDays(executor, reading, matches);
  return matches;
}

const entryOf = <K, V>(key: K, value: V | undefined): [K, V][] => (value === undefined ? [] : [[key, value]]);

/** The voyages whose slugs the document states, by index. Ignores unknown slugs. */
async function findBySlug(
  executor: StatementExecutor,
  { voyages }: DocumentReading,
): Promise<Map<number, VoyageCandidate>> {
  const slugs = voyages.flatMap(({ voyage_slug }) => voyage_slug ?? []);
  const bySlug = new Map<string, VoyageCandidate>();
  for (let from = 0; from < slugs.length; from += GROUPS_AT_ONCE)
    for (const candidate of await voyagesBySlug(executor, slugs.slice(from, from + GROUPS_AT_ONCE)))
      bySlug.set(candidate.slug, candidate);
  return new Map(voyages.flatMap(({ voyage_slug }, index) => entryOf(index, bySlug.get(voyage_slug ?? ''))));
}

/** Matches document voyages without an owner with archive voyages of any owner on the same date. */
async function findWithoutOwner(
  executor: StatementExecutor,
  reading: DocumentReading,
  directories: Directories,
  matches: Match[],
  peopleOf: (record: VoyageRecord) => readonly string[],
): Promise<void> {
  const open = Map.groupBy(
    reading.voyages.flatMap((record, index): DocumentVoyage[] =>
      presidentOf(reading, record, directories) === null && !matches[index]?.voyage ? [{ record, index }] : [],
    ),
    ({ record }) => record.start_date,
  );
  const usedIds = new Set(matches.map(({ voyage }) => voyage?.id));
  const dates = [...open.keys()];
  for (let from = 0; from < dates.length; from += GROUPS_AT_ONCE) {
    const chunk = dates.slice(from, from + GROUPS_AT_ONCE);
    const archive = Map.groupBy(
      (await voyagesOnDates(executor, chunk)).filter(({ id }) => !usedIds.has(id)),
      ({ group }) => group,
    );
    const groups = chunk.map((name): Group => ({
      name,
      voyages: open.get(name) ?? [],
      candidates: archive.get(name) ?? [],
      voyageMatches: new Map(),
    }));
    await compare(executor, groups, peopleOf);
    for (const { voyageMatches } of groups)
      for (const [{ index }, voyage] of voyageMatches)
        matches[index] = { key: voyage.key ?? matches[index]?.key ?? '', voyage };
  }
}

const EXACT_DAY = /^\d{4}-\d\d-\d\d$/;

/** Marks new voyages on a day on which the archive has an unmatched voyage, because they may be the same voyage. */
async function findSameDays(
  executor: StatementExecutor,
  { voyages }: DocumentReading,
  matches: Match[],
): Promise<void> {
  const open = voyages.flatMap(({ start_date }, index) =>
    matches[index] && !matches[index].voyage && EXACT_DAY.test(start_date) ? [{ start_date, index }] : [],
  );
  const dates = [...new Set(open.map(({ start_date }) => start_date))];
  const usedIds = new Set(matches.map(({ voyage }) => voyage?.id));
  const titles = new Map<string, string>();
  for (let from = 0; from < dates.length; from += GROUPS_AT_ONCE)
    for (const { id, start_date, title } of await titlesOnDates(executor, dates.slice(from, from + GROUPS_AT_ONCE)))
      if (!usedIds.has(id) && !titles.has(start_date)) titles.set(start_date, title);
  for (const { start_date, index } of open) {
    const match = matches[index];
    if (match) matches[index] = { ...match, sameDay: titles.get(start_date) };
  }
}

/** Matches the remaining voyages with archive voyages whose date or owner a curator has changed. */
async function findMoved(
  executor: StatementExecutor,
  byName: ReadonlyMap<string, readonly DocumentVoyage[]>,
  matches: Match[],
  peopleOf: (record: VoyageRecord) => readonly string[],
): Promise<void> {
  const open = [...byName].flatMap(([name, voyages]) => {
    const unmatched = voyages.filter(({ index }) => !matches[index]?.voyage);
    return unmatched.length > 0 ? [{ name, rest: unmatched }] : [];
  });
  const usedIds = new Set(matches.map(({ voyage: candidate }) => candidate?.id));
  for (let from = 0; from < open.length; from += GROUPS_AT_ONCE) {
    const chunk = open.slice(from, from + GROUPS_AT_ONCE);
    const rows = await voyagesMovedToGroups(
      executor,
      chunk.map(({ name }) => name),
    );
    const archive = Map.groupBy(
      rows.filter(({ id }) => !usedIds.has(id)),
      ({ group }) => group,
    );
    const groups = chunk.map(({ name, rest }): Group => ({
      name,
      voyages: rest,
      candidates: archive.get(name) ?? [],
      voyageMatches: new Map(),
    }));
    await compare(executor, groups, peopleOf);
    for (const { voyageMatches } of groups)
      for (const [{ index }, candidate] of voyageMatches) {
        const match = matches[index];
        if (match && candidate.key !== null) matches[index] = { key: candidate.key, voyage: candidate };
      }
  }
}

/** Matches voyages whose lines aren't identical by the similarity of their content. */
async function compare(
  executor: StatementExecutor,
  groups: readonly Group[],
  peopleOf: (record: VoyageRecord) => readonly string[],
): Promise<void> {
  const open = groups.flatMap(({ voyages, candidates, voyageMatches }) => {
    const usedVoyages = new Set(voyageMatches.values());
    const [unmatched, free] = [
      voyages.filter((voyage) => !voyageMatches.has(voyage)),
      candidates.filter((candidate) => !usedVoyages.has(candidate)),
    ];
    return unmatched.length > 0 && free.length > 0 ? [{ rest: unmatched, free, voyageMatches }] : [];
  });
  const archive = await voyagesById(
    executor,
    open.flatMap(({ free }) => free.map(({ id }) => id)),
  );
  for (const { rest, free, voyageMatches } of open) {
    const candidates = new Map(
      free.flatMap((archived) => {
        const voyage = archive.get(archived.id);
        return voyage ? [[voyage, archived] as const] : [];
      }),
    );
    for (const [candidate, voyage] of matchBySimilarity(rest, [...candidates.keys()], peopleOf)) {
      const archived = candidates.get(voyage);
      if (archived) voyageMatches.set(candidate, archived);
    }
  }
}
