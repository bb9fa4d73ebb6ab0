import type { VoyageRecord } from '@archive/voyage-document';
import type { ClientBase } from 'pg';
import { type Sighting, voyagesById, voyagesInGroups, voyagesMovedTo } from './archive-state.ts';
import { type Candidate, freeKeys, groupOf, type Match, matchLikest, matchSameLines } from './matching.ts';
import { type Directories, presidentOf, type Reading } from './prepare.ts';

const GROUPS_AT_ONCE = 300;

interface Group {
  name: string;
  voyages: Candidate[];
  seen: Sighting[];
  found: Map<Candidate, Sighting>;
}

/** Which voyage of the archive each of the document's is, by its index. What was saved already is found again by its exact lines. */
export async function assignVoyages(client: ClientBase, reading: Reading, directories: Directories): Promise<Match[]> {
  const byName = Map.groupBy(
    reading.voyages.map((record, index): Candidate => ({ record, index })),
    ({ record }) => groupOf(presidentOf(reading, record, directories)?.person.slug ?? null, record.start_date),
  );
  const peopleOf = ({ passengers }: VoyageRecord) =>
    passengers.flatMap((passenger) => directories.people.find(passenger)?.slug ?? []);
  const matches: Match[] = [];
  const names = [...byName.keys()];
  for (let from = 0; from < names.length; from += GROUPS_AT_ONCE) {
    const chunk = names.slice(from, from + GROUPS_AT_ONCE);
    const archive = Map.groupBy(await voyagesInGroups(client, chunk), ({ group }) => group);
    const groups = chunk.map((name): Group => {
      const [voyages, seen] = [byName.get(name) ?? [], archive.get(name) ?? []];
      return { name, voyages, seen, found: matchSameLines(voyages, seen) };
    });
    await compare(client, groups, peopleOf);
    for (const { name, voyages, seen, found } of groups) {
      const keys = freeKeys(name, seen);
      for (const candidate of voyages) {
        const voyage = found.get(candidate);
        matches[candidate.index] = { key: voyage?.key ?? keys.next().value, seen: voyage };
      }
    }
  }
  await findMoved(client, byName, matches, peopleOf);
  return matches;
}

/** What is nowhere yet may be a voyage whose date or owner a curator has changed. */
async function findMoved(
  client: ClientBase,
  byName: ReadonlyMap<string, readonly Candidate[]>,
  matches: Match[],
  peopleOf: (record: VoyageRecord) => readonly string[],
): Promise<void> {
  const open = [...byName].flatMap(([name, voyages]) => {
    const rest = voyages.filter(({ index }) => !matches[index]?.seen);
    return rest.length > 0 ? [{ name, rest }] : [];
  });
  const taken = new Set(matches.map(({ seen }) => seen?.id));
  for (let from = 0; from < open.length; from += GROUPS_AT_ONCE) {
    const chunk = open.slice(from, from + GROUPS_AT_ONCE);
    const moved = await voyagesMovedTo(
      client,
      chunk.map(({ name }) => name),
    );
    const archive = Map.groupBy(
      moved.filter(({ id }) => !taken.has(id)),
      ({ group }) => group,
    );
    const groups = chunk.map(({ name, rest }): Group => ({
      name,
      voyages: rest,
      seen: archive.get(name) ?? [],
      found: new Map(),
    }));
    await compare(client, groups, peopleOf);
    for (const { found } of groups)
      for (const [{ index }, seen] of found) {
        const match = matches[index];
        if (match && seen.key !== null) matches[index] = { key: seen.key, seen };
      }
  }
}

/** Finds those whose lines are not the same by what they say. */
async function compare(
  client: ClientBase,
  groups: readonly Group[],
  peopleOf: (record: VoyageRecord) => readonly string[],
): Promise<void> {
  const open = groups.flatMap(({ voyages, seen, found }) => {
    const taken = new Set(found.values());
    const [rest, free] = [voyages.filter((one) => !found.has(one)), seen.filter((one) => !taken.has(one))];
    return rest.length > 0 && free.length > 0 ? [{ rest, free, found }] : [];
  });
  const archive = await voyagesById(
    client,
    open.flatMap(({ free }) => free.map(({ id }) => id)),
  );
  for (const { rest, free, found } of open) {
    const sightings = new Map(
      free.flatMap((sighting) => {
        const voyage = archive.get(sighting.id);
        return voyage ? [[voyage, sighting] as const] : [];
      }),
    );
    for (const [candidate, voyage] of matchLikest(rest, [...sightings.keys()], peopleOf)) {
      const sighting = sightings.get(voyage);
      if (sighting) found.set(candidate, sighting);
    }
  }
}
