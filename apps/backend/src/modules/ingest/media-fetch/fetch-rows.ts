import { col, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import type { DocumentReading } from '../plan/document-reading.ts';
import { downloadUrlOf, type MediaLink, mediaLinksOf } from '../plan/media-links.ts';

/** A link to fetch for a voyage. */
export interface NewFetch extends MediaLink {
  voyage_id: number;
  /** The host that the file is fetched from. */
  host: string;
}

/** The parts of a voyage's import result that matter for fetching its media. */
export interface SavedVoyage {
  /** The voyage's position in the document, starting at 1. */
  ordinal: number;
  voyage_id: number | null;
  conflicts: readonly { field: string; choice: string | null }[];
}

/** The media links of saved voyages, except links in fields where the archive's version is kept. */
export const fetchesOf = ({ voyages }: DocumentReading, savedVoyages: readonly SavedVoyage[]): NewFetch[] =>
  savedVoyages.flatMap(({ ordinal, voyage_id, conflicts }) => {
    const record = voyages[ordinal - 1];
    if (!record || voyage_id === null) return [];
    const skippedFields = new Set(conflicts.filter(({ choice }) => choice !== 'take').map(({ field }) => field));
    return mediaLinksOf(record, skippedFields).map((link) => ({ ...link, voyage_id, host: hostOf(link.url) }));
  });

const hostOf = (url: string) => new URL(downloadUrlOf(url) ?? url).host;

/**
 * A file that was fetched for a voyage before isn't fetched again, because a curator may have detached it since. Fetches by undone imports
 * don't count, because the undo detached their files.
 */
const INSERT = statement(
  'media-fetch-insert',
  `
  insert into media_fetch (operation_id, voyage_id, url, host, category, media_type, title, field, line)
  select $1, voyage_id, url, host, category, media_type, title, field, line
  from rows from (jsonb_to_recordset($2::jsonb) as (voyage_id int, url text, host text, category text, media_type text, title text,
    field text, line int)) with ordinality as n (voyage_id, url, host, category, media_type, title, field, line, at)
  where not exists (
    select from media_fetch f join ingest_operation o on o.id = f.operation_id
    where f.voyage_id = n.voyage_id and f.url = n.url and f.state = 'done' and o.undone_at is null)
  order by at
  on conflict do nothing`,
);

/** Adds fetches in the transaction that saves the voyages. */
export async function insertFetches(
  executor: StatementExecutor,
  operationId: string,
  fetches: readonly NewFetch[],
): Promise<void> {
  if (fetches.length === 0) return;
  await executor.execute(INSERT, [operationId, JSON.stringify(fetches)]);
}

const PROGRESS = { finished: col.int, total: col.int };
/** Progress of an operation's fetches. */
export type Progress = RowOf<typeof PROGRESS>;

const COUNT = statement(
  'media-fetch-count',
  `select count(*) filter (where state <> 'waiting') finished, count(*) as total from media_fetch where operation_id = $1`,
  PROGRESS,
);

export async function countFetches(executor: StatementExecutor, operationId: string): Promise<Progress> {
  return (await executor.row(COUNT, [operationId])) ?? { finished: 0, total: 0 };
}

export const fetchingStep = ({ finished, total }: Progress) => `Fetching media (${finished} of ${total})`;
