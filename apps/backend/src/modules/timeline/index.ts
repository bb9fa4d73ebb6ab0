import { timelineOperations, type TimelineDate } from '@archive/contracts';
import { Controller, Module, Injectable } from '@nestjs/common';
import { Contract, type OperationInput } from '../../common/index.ts';
import { col, Database, statement } from '../../database/index.ts';

/** The own dates of the voyages or media under a date, if all of them are approximate; null otherwise. */
const approximate = (kind: 'voyages' | 'media') => `
    case when not bool_or(entry.${kind} > 0 and entry.source_text = entry.date)
      then array_agg(entry.source_text order by entry.source_text collate "C") filter (where entry.${kind} > 0) end`;

/** The ends of the voyages or media that start on a date and go on after it, one for each. */
const until = (kind: 'voyages' | 'media') => `
    array_agg(entry.${kind}_until order by entry.${kind}_until collate "C") filter (where entry.${kind}_until is not null)`;

/**
 * Records of more than one day, month or year, in the unit that start and end have in common, each with its end. The ends are computed
 * once for all records with the same dates.
 */
const longer = (records: string, kind: 'voyages' | 'media') => `
      select period.starts, period.starts, 0, 0,
        ${kind === 'voyages' ? 'period.ends, null' : 'null, period.ends'}
      from (${records}) record
      cross join lateral (select start_of_date(record.starts) starts, end_of_date(record.ends) ends) period
      cross join lateral generate_series(1, record.count)
      where left(period.starts, length(period.ends)) <> left(period.ends, length(period.starts))`;

/**
 * In the C collation, partial dates sort by their first day: a year before its months, a month before its days. An approximate date
 * sorts by its start, which is computed once for all records with the same date.
 */
const dates = (name: string, voyages: string, media: string) =>
  statement(
    name,
    `
  select entry.date, sum(entry.voyages)::int voyages, sum(entry.media)::int media, ${approximate('voyages')} approximate,
    ${approximate('media')} approximate_media, ${until('voyages')} voyages_until, ${until('media')} media_until from (
    select start_of_date(record.date) date, record.date source_text, record.voyages, record.media, null voyages_until, null media_until
    from (
      select v.start_date date, count(*) voyages, 0 media from voyage v where ${voyages} group by v.start_date
      union all
      select m.date, 0, count(*) from media m where m.date is not null and ${media} group by m.date) record
    union all ${longer(
      `select v.start_date starts, coalesce(v.end_date, v.start_date) ends, count(*) from voyage v
        where v.end_day > v.start_day and ${voyages} group by 1, 2`,
      'voyages',
    )}
    union all ${longer(
      `select m.date starts, m.date ends, count(*) from media m where m.date is not null and ${media} group by m.date`,
      'media',
    )}) entry
  group by entry.date order by entry.date collate "C"`,
    {
      date: col.text,
      voyages: col.int,
      media: col.int,
      approximate: col.array(col.text).nullable(),
      approximate_media: col.array(col.text).nullable(),
      voyages_until: col.array(col.text).nullable(),
      media_until: col.array(col.text).nullable(),
    },
  );

const OWNERS = `(select p.id from person p where p.slug = any($1::text[]))`;

const ALL_DATES = dates('timeline-dates', 'true', 'true');
const DATES_OF_PRESIDENTS = dates(
  'timeline-dates-of-presidents',
  `v.president_id in ${OWNERS}`,
  `(m.president_id in ${OWNERS} or m.id in (
    select l.media_id from voyage_media l join voyage v on v.id = l.voyage_id where v.president_id in ${OWNERS}))`,
);

/** Dates for the timeline. */
@Injectable()
class TimelineQueries {
  constructor(private readonly database: Database) {}

  async dates(presidents?: string[]): Promise<TimelineDate[]> {
    const rows = await (presidents
      ? this.database.rows(DATES_OF_PRESIDENTS, [presidents])
      : this.database.rows(ALL_DATES));
    return rows.map(
      (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as TimelineDate,
    );
  }
}

@Controller()
class TimelineController {
  constructor(private readonly queries: TimelineQueries) {}

  @Contract(timelineOperations.dates)
  dates({ query }: OperationInput<typeof timelineOperations.dates>) {
    return this.queries.dates(query.president_slug);
  }
}

@Module({ controllers: [TimelineController], providers: [TimelineQueries] })
export class TimelineHttpModule {}
