import type { VoyageRecord } from '@archive/voyage-document';
import type { Statements } from '../../../database/index.ts';
import { type VoyageCandidate, voyagesById, voyagesInGroups, voyagesMovedToGroups } from './archive-state.ts';
import { type DocumentVoyage, freeKeys, groupOf, type Match, matchBySimilarity, matchByText } from './matching.ts';
import { type Directories, presidentOf, type DocumentReading } from './prepare.ts';

const GROUPS_AT_ONCE = 300;

interface Group {
  name: string;
  voyages: DocumentVoyage[];
  candidates: VoyageCandidate[];
  found: Map<DocumentVoyage, VoyageCandidate>;
}

/** Matches each voyage of the document, by index, with one of the archive. Exact lines match first. */
export async function assignVoyages(
  statements: Statements,
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
  const names = [...byName.keys()];
  for (let from = 0; from < names.length; from += GROUPS_AT_ONCE) {
    const chunk = names.slice(from, from + GROUPS_AT_ONCE);
    const archive = Map.groupBy(await voyagesInGroups(statements, chunk), ({ group }) => group);
    const groups = chunk.map((name): Group => {
      const [voyages, candidates] = [byName.get(name) ?? [], archive.get(name) ?? []];
      return { name, voyages, candidates, found: matchByText(voyages, candidates) };
    });
    await compare(statements, groups, peopleOf);
    for (const { name, voyages, candidates, found } of groups) {
      const keys = freeKeys(name, candidates);
      for (const candidate of voyages) {
        const voyage = found.get(candidate);
        matches[candidate.index] = { key: voyage?.key ?? keys.next().value, voyage: voyage };
      }
    }
  }
  await findMoved(statements, byName, matches, peopleOf);
  return matches;
}

/** Matches remaining voyages with those whose date or owner a curator has changed. */
async function findMoved(
  statements: Statements,
  byName: ReadonlyMap<string, readonly DocumentVoyage[]>,
  matches: Match[],
  peopleOf: (record: VoyageRecord) => readonly string[],
): Promise<void> {
  const open = [...byName].flatMap(([name, voyages]) => {
    const rest = voyages.filter(({ index }) => !matches[index]?.voyage);
    return rest.length > 0 ? [{ name, rest }] : [];
  });
  const taken = new Set(matches.map(({ voyage: candidate }) => candidate?.id));
  for (let from = 0; from < open.length; from += GROUPS_AT_ONCE) {
    const chunk = open.slice(from, from + GROUPS_AT_ONCE);
    const moved = await voyagesMovedToGroups(
      statements,
      chunk.map(({ name }) => name),
    );
    const archive = Map.groupBy(
      moved.filter(({ id }) => !taken.has(id)),
      ({ group }) => group,
    );
    const groups = chunk.map(({ name, rest }): Group => ({
      name,
      voyages: rest,
      candidates: archive.get(name) ?? [],
      found: new Map(),
    }));
    await compare(statements, groups, peopleOf);
    for (const { found } of groups)
      for (const [{ index }, candidate] of found) {
        const match = matches[index];
        if (match && candidate.key !== null) matches[index] = { key: candidate.key, voyage: candidate };
      }
  }
}

/** Matches voyages with different lines by their content. */
async function compare(
  statements: Statements,
  groups: readonly Group[],
  peopleOf: (record: VoyageRecord) => readonly string[],
): Promise<void> {
  const open = groups.flatMap(({ voyages, candidates, found }) => {
    const taken = new Set(found.values());
    const [rest, free] = [voyages.filter((one) => !found.has(one)), candidates.filter((one) => !taken.has(one))];
    return rest.length > 0 && free.length > 0 ? [{ rest, free, found }] : [];
  });
  const archive = await voyagesById(
    statements,
    open.flatMap(({ free }) => free.map(({ id }) => id)),
  );
  for (const { rest, free, found } of open) {
    const candidates = new Map(
      free.flatMap((sighting) => {
        const voyage = archive.get(sighting.id);
        return voyage ? [[voyage, sighting] as const] : [];
      }),
    );
    for (const [candidate, voyage] of matchBySimilarity(rest, [...candidates.keys()], peopleOf)) {
      const sighting = candidates.get(voyage);
      if (sighting) found.set(candidate, sighting);
    }
  }
}
