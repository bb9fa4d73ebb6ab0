import type { ClientBase } from 'pg';
import { Problem } from '../../../common/index.ts';
import type { Sighting } from '../plan/archive-state.ts';
import { loadDirectories, prepare, type Reading } from '../plan/prepare.ts';
import { chosenIn } from '../run/operation-items.ts';
import { type Matched, saveVoyages } from '../write/save-voyages.ts';
import type { HeldItem } from './settling.ts';

const SIGHTINGS = `
  select v.id, v.slug, '' as group, r.key, null as lines, null as digest, v.has_photo, v.has_video
  from voyage v join ingest_record r on r.voyage_id = v.id where v.id = any($1::int[])`;

interface Settled {
  id: string;
  changedBy: string;
  items: readonly HeldItem[];
}

/**
 * Does what was chosen about voyages that an ingest has left in conflict, and nothing else of what their passages say. Answers, by
 * ordinal, what was remembered of each before.
 */
export async function savePassages(
  client: ClientBase,
  { id, changedBy, items }: Settled,
): Promise<Map<number, object>> {
  const reading = readingOf(items);
  const directories = await loadDirectories(client);
  const { rows } = await client.query<Sighting & { key: string }>({
    name: 'ingest.settle-sightings',
    text: SIGHTINGS,
    values: [items.map(({ voyage_id }) => voyage_id)],
  });
  const sightings = new Map(rows.map((row) => [row.id, row]));
  const matched = items.map((item, at): Matched => {
    const seen = sightings.get(item.voyage_id);
    const record = reading.voyages[at];
    if (!seen || !record) throw new Problem(409, `“${item.title}” has been deleted since.`);
    const choices = chosenIn(item.conflicts);
    return {
      index: item.ordinal - 1,
      voyage: prepare(reading, record, directories),
      match: { key: seen.key, seen },
      choices,
      only: new Set(choices.keys()),
    };
  });
  const saved = await saveVoyages(client, matched, reading, directories, { operationId: id, changedBy });
  for (const { title, conflicts } of saved.items) {
    const other = conflicts.find(({ choice }) => choice === null);
    if (other) throw new Problem(409, `${other.label} of “${title}” has been edited again since this was shown.`);
  }
  return new Map(saved.items.flatMap(({ ordinal, remembered }) => (remembered ? [[ordinal, remembered]] : [])));
}

/** The passages as one document, each under its own heading. */
function readingOf(items: readonly HeldItem[]): Reading {
  const sections = items.flatMap(({ passage }) => passage.heading ?? []);
  let section = -1;
  const firstDates = new Map<number, string>();
  const voyages = items.map(({ passage: { record, heading, firstDate } }) => {
    if (heading === null) return { ...record, section: null };
    section += 1;
    if (firstDate !== null) firstDates.set(section, firstDate);
    return { ...record, section };
  });
  return {
    document: { fatal: null, sections, voyages, rejected: [], problems: [] },
    voyages,
    problems: [],
    firstDates,
  };
}
