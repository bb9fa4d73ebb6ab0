import { type ExportedVoyage, fieldsWith, namesOf, voyageFields } from '@archive/contracts';
import { displayTitle, readVoyageLines, type VoyageRecord } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { col, Database, fieldColumns, type RowOf, statement } from '../../database/index.ts';
import { columnsOf } from '../records/index.ts';
import { inBatches, rowPerId } from './export-sql.ts';

const { original_markdown, spin, source_urls, additional_sources } = voyageFields;
const EXPORTED = fieldsWith(voyageFields, 'exported');

const ENTRY = {
  voyage_slug: col.text,
  owner: col.json<ExportedVoyage['owner']>(),
  passengers: col.json<(ExportedVoyage['passengers'][number] & { slug: string })[]>(),
  ...fieldColumns({ ...EXPORTED, original_markdown, spin, source_urls, additional_sources }),
  has_photo: col.bool,
  has_video: col.bool,
};

const ENTRIES = statement(
  'export-voyages',
  rowPerId(`select v.slug voyage_slug, v.original_markdown, v.has_photo, v.has_video, v.spin, v.source_urls, v.additional_sources,
    ${columnsOf('v', namesOf(EXPORTED))},
    case when owner.id is not null then json_build_object(
      'kind', case when r.presidential then 'president' else 'owner' end, 'name', owner.full_name,
      'term_start', r.term_start, 'term_end', r.term_end) end owner,
    (select coalesce(json_agg(json_build_object(
        'slug', p.slug, 'name', p.full_name, 'wikipedia_url', p.wikipedia_url, 'title', l.title, 'role', l.capacity_role, 'is_crew', l.is_crew)
        order by l.sort_order), '[]')
      from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id) passengers
  from voyage v
  left join person owner on owner.id = v.president_id
  left join president r on r.person_id = v.president_id
  where v.id = requested.id`),
  ENTRY,
);

/**
 * Slugs of people without a Wikipedia article who share a name or former name with another person. Compares names more loosely than the
 * import does, because an extra link does no harm.
 */
const NAMESAKES = statement(
  'export-namesakes',
  `with names as (
    select id person_id, btrim(regexp_replace(regexp_replace(regexp_replace(fold(full_name),
      '"[^"]*"|“[^”]*”', ' ', 'g'), '[''’\`]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')) name_key from person
    union select person_id, name_key from person_alias)
  select array(
    select p.slug from person p where p.wikipedia_url is null and p.id in (
      select person_id from names where name_key in (
        select name_key from names group by name_key having count(distinct person_id) > 1))) slugs`,
  { slugs: col.array(col.text) },
);

interface ArchivedEntry {
  entry: ExportedVoyage;
  /** The lines that the voyage was imported from; null if there are none, or if they describe other voyages too. */
  original: VoyageRecord | null;
}

/** Reads voyages as document entries. */
@Injectable()
export class VoyageEntries {
  constructor(private readonly database: Database) {}

  async *read(ids: readonly number[]): AsyncGenerator<readonly ExportedVoyage[]> {
    for await (const batch of this.readWithOriginals(ids)) yield batch.map(({ entry }) => entry);
  }

  async *readWithOriginals(ids: readonly number[]): AsyncGenerator<readonly ArchivedEntry[]> {
    const row = await this.database.row(NAMESAKES);
    const namesakes = new Set(row?.slugs);
    yield* inBatches(ids, async (batch) => {
      const rows = await this.database.rows(ENTRIES, [batch]);
      return rows.map((row) => entryOf(row, namesakes));
    });
  }
}

/** Converts a row to an entry. Adds details that the archive doesn't store, as far as the imported lines still match the voyage. */
function entryOf(
  { original_markdown, has_photo, has_video, spin, source_urls, passengers, ...row }: RowOf<typeof ENTRY>,
  namesakes: ReadonlySet<string>,
): ArchivedEntry {
  const original = original_markdown === null ? null : readVoyageLines(original_markdown);
  const generated = displayTitle({ ...row, title: null });
  const locationMarkdown = (end: 'start' | 'end') =>
    original?.[`${end}_location`] === row[`${end}_location`] ? original[`${end}_location_markdown`] : null;
  const entry: ExportedVoyage = {
    ...row,
    title: row.title === generated && original?.title !== generated ? null : row.title,
    number: original?.number ?? null,
    start_location_markdown: locationMarkdown('start') ?? null,
    end_location_markdown: locationMarkdown('end') ?? null,
    passengers: passengers.map(({ slug, wikipedia_url, ...aboard }) => ({
      ...aboard,
      wikipedia_url: wikipedia_url ?? (namesakes.has(slug) ? `/people/${slug}` : null),
    })),
    sources: source_urls,
    spins: spin,
    claims_photo: has_photo || original?.claims_photo === true,
    claims_video: has_video || original?.claims_video === true,
  };
  return { entry, original };
}
