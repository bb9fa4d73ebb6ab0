import type { QueryClient } from '@archive/query';

/** First part of every key, by what the answer is about. A change to a record makes its part stale. */
export const keys = {
  voyages: ['voyages'],
  people: ['people'],
  presidents: ['presidents'],
  media: ['media'],
  albums: ['albums'],
  home: ['home'],
  history: ['history'],
  session: ['session'],
  ingest: ['ingest'],
  registry: ['registry'],
  frontends: ['frontends'],
} as const;

const RECORDS = [keys.voyages, keys.people, keys.presidents, keys.media, keys.albums, keys.home, keys.history];

/** Makes every record stale, and those on screen are asked for again at once. */
export async function invalidateRecords(client: QueryClient): Promise<void> {
  await Promise.all(RECORDS.map((queryKey) => client.invalidateQueries({ queryKey })));
}
