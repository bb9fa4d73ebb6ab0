import type { QueryClient } from '@archive/query';

/** Query key prefixes, by record type. */
export const keys = {
  voyages: ['voyages'],
  people: ['people'],
  places: ['places'],
  stories: ['stories'],
  presidents: ['presidents'],
  media: ['media'],
  albums: ['albums'],
  home: ['home'],
  history: ['history'],
  edition: ['edition'],
  editors: ['editors'],
  proposals: ['proposals'],
  search: ['search'],
  session: ['session'],
  sessions: ['sessions'],
  accounts: ['accounts'],
  profile: ['profile'],
  passkeys: ['passkeys'],
  secondFactor: ['second-factor'],
  apiTokens: ['api-tokens'],
  ingest: ['ingest'],
  registry: ['registry'],
  frontends: ['frontends'],
  system: ['system'],
} as const;

const RECORDS = [
  keys.voyages,
  keys.people,
  keys.places,
  keys.stories,
  keys.presidents,
  keys.media,
  keys.albums,
  keys.home,
  keys.history,
  keys.search,
];

/** Invalidates all records and refetches those on screen. */
export async function invalidateRecords(client: QueryClient): Promise<void> {
  await Promise.all(RECORDS.map((queryKey) => client.invalidateQueries({ queryKey })));
}
