import type { TimelineDate } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { col, Database, statement } from '../../database/index.ts';

/** The own dates of the voyages or media under a date, if all of them are approximate; null otherwise. */
const approximate = (kind: 'voyages' | 'media') => `
    case when not bool_or(entry.${kind} > 0 and entry.source_text = entry.date)
      then array_agg(entry.source_text order by entry.source_text collate "C") filter (where entry.${kind} > 0) end`;

/**
 * In the C collation, partial dates sort by their first day: a year before its months, a month before its days. An approximate date
 * sorts by its start, which is computed once for all records with the same date.
 */
const dates = (name: string, voyages: string, media: string) =>
  statement(
    name,
    `
  select entry.date, sum(entry.voyages)::int voyages, sum(entry.media)::int media, ${approximate('voyages')} approximate,
    ${approximate('media')} approximate_media from (
    select start_of_date(record.date) date, record.date source_text, record.voyages, record.media from (
      select v.start_date date, count(*) voyages, 0 media from voyage v ${voyages} group by v.start_date
      union all
      select m.date, 0, count(*) from media m where m.date is not null ${media} group by m.date) record) entry
  group by entry.date order by entry.date collate "C"`,
    {
      date: col.text,
      voyages: col.int,
      media: col.int,
      approximate: col.array(col.text).nullable(),
      approximate_media: col.array(col.text).nullable(),
    },
  );

const OWNERS = `(select p.id from person p where p.slug = any($1::text[]))`;

const ALL_DATES = dates('timeline-dates', '', '');
const DATES_OF_PRESIDENTS = dates(
  'timeline-dates-of-presidents',
  `where v.president_id in ${OWNERS}`,
  `and (m.president_id in ${OWNERS} or m.id in (
    select l.media_id from voyage_media l join voyage v on v.id = l.voyage_id where v.president_id in ${OWNERS}))`,
);

/** Dates for the timeline. */
@Injectable()
export class TimelineQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async dates(presidents?: string[]): Promise<TimelineDate[]> {
    const rows = await (presidents
      ? this.#database.rows(DATES_OF_PRESIDENTS, [presidents])
      : this.#database.rows(ALL_DATES));
    return rows.map(({ approximate, approximate_media, ...counts }) => ({
      ...counts,
      ...(approximate && { approximate }),
      ...(approximate_media && { approximate_media }),
    }));
  }
}
