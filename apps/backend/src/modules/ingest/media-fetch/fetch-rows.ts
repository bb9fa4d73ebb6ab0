import type { ClientBase } from 'pg';
import type { Reading } from '../plan/prepare.ts';
import { downloadAddress, type MediaLink, mediaLinksOf } from './media-links.ts';

/** A link that is to be fetched for a voyage. */
export interface Wanted extends MediaLink {
  voyage_id: number;
  /** Server that it is fetched from. */
  host: string;
}

/** What became of a voyage of the document, as far as its media are concerned. */
export interface SavedVoyage {
  /** Its index among the document's voyages, from 1. */
  ordinal: number;
  voyage_id: number | null;
  conflicts: readonly { field: string; choice: string | null }[];
}

/** The media of voyages that have been saved; none out of a field that stays as a curator has left it. */
export const wantedOf = ({ voyages }: Reading, saved: readonly SavedVoyage[]): Wanted[] =>
  saved.flatMap(({ ordinal, voyage_id, conflicts }) => {
    const record = voyages[ordinal - 1];
    if (!record || voyage_id === null) return [];
    const left = new Set(conflicts.filter(({ choice }) => choice !== 'document').map(({ field }) => field));
    return mediaLinksOf(record, left).map((link) => ({ ...link, voyage_id, host: hostOf(link.url) }));
  });

const hostOf = (url: string) => new URL(downloadAddress(url) ?? url).host;

/**
 * What has been fetched for a voyage once is not fetched again: a curator may have taken it off since. An ingest that was undone has taken it
 * off itself.
 */
const WANT = `
  insert into media_fetch (operation_id, voyage_id, url, host, category, media_type, title, field, line)
  select $1, voyage_id, url, host, category, media_type, title, field, line
  from rows from (jsonb_to_recordset($2::jsonb) as (voyage_id int, url text, host text, category text, media_type text, title text,
    field text, line int)) with ordinality as n (voyage_id, url, host, category, media_type, title, field, line, at)
  where not exists (
    select from media_fetch f join ingest_operation o on o.id = f.operation_id
    where f.voyage_id = n.voyage_id and f.url = n.url and f.state = 'done' and o.undone_at is null)
  order by at
  on conflict do nothing`;

/** Notes what is to be fetched, in the transaction that saves the voyages. */
export async function wantMedia(client: ClientBase, operationId: string, wanted: readonly Wanted[]): Promise<void> {
  if (wanted.length === 0) return;
  await client.query({ name: 'media-fetch-want', text: WANT, values: [operationId, JSON.stringify(wanted)] });
}

/** How far the fetching for an operation is. */
export interface Progress {
  settled: number;
  all: number;
}

const COUNT = `
  select count(*) filter (where state <> 'waiting')::int settled, count(*)::int as all from media_fetch where operation_id = $1`;

export async function countFetches(client: ClientBase, operationId: string): Promise<Progress> {
  const { rows } = await client.query<Progress>({ name: 'media-fetch-count', text: COUNT, values: [operationId] });
  return rows[0] ?? { settled: 0, all: 0 };
}

export const fetchingStep = ({ settled, all }: Progress) => `Fetching media (${settled} of ${all})`;
