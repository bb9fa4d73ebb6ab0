import { homeOperations } from '@archive/contracts';
import { Controller, Module, Injectable } from '@nestjs/common';
import { Contract, type OperationInput, type JsonText, jsonText } from '../../common/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { portraitUrl } from '../records/index.ts';

/** The first voyage with an exact date on or after a day of the year. */
const anniversary = (from: string) => `
  select json_build_object('voyage_slug', v.slug, 'title', v.title, 'start_date', v.start_date)
  from voyage v where v.start_date ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' ${from}
  order by right(v.start_date, 5) collate "C", v.start_day, v.slug limit 1`;

const HOME = statement(
  'home',
  `select json_build_object(
    'voyage_of_the_day', coalesce(
      (${anniversary(`
        and right(v.start_date, 5) collate "C" >= (select coalesce($1, to_char(now() at time zone 'America/New_York', 'MM-DD')))`)}),
      (${anniversary('')})),
    'busiest_person', (
      select json_build_object('person_slug', p.slug, 'full_name', p.full_name, 'voyage_count', sailed.voyages,
        'portrait_url', ${portraitUrl('p')})
      from (select person_id, count(*) voyages from passenger group by person_id) sailed
      join person p on p.id = sailed.person_id
      order by sailed.voyages desc, p.filing_key, p.slug limit 1),
    'newest_photograph', (
      select json_build_object('media_slug', m.slug, 'title', m.title, 'url', coalesce(media_url(m.storage_key), m.external_url),
        'thumbnail_url', media_url(thumbnail.storage_key), 'date', m.date)
      from media m left join derivative thumbnail on thumbnail.media_id = m.id and thumbnail.kind = 'thumbnail'
      where m.media_type = 'image'
      order by m.day desc nulls last, m.created_at desc, m.id desc limit 1),
    'newest_pictures', (
      select coalesce(json_agg(json_build_object('media_slug', newest.slug, 'title', newest.title, 'url', media_url(newest.storage_key))), '[]')
      from (
        select m.slug, m.title, large.storage_key
        from media m join derivative large on large.media_id = m.id and large.kind = 'large' and large.storage_key is not null
        where m.media_type = 'image'
        order by m.created_at desc, m.id desc limit 3) newest),
    'decades', (
      select coalesce(json_agg(json_build_object('decade', counted.decade, 'voyages', counted.voyages) order by counted.decade), '[]')
      from (
        select tens * 10 decade, count(*) voyages
        from voyage v, generate_series(extract(year from v.start_day)::int / 10, extract(year from v.end_day)::int / 10) tens
        group by tens) counted))::text json`,
  { json: col.text },
);

/** Content of the home page. */
@Injectable()
class HomeQueries {
  constructor(private readonly database: Database) {}

  /** @param day a day of the year as MM-DD; today in Washington by default */
  async get(day?: string): Promise<JsonText> {
    const row = await this.database.row(HOME, [day ?? null]);
    if (!row) throw new Error('The home query returned no row');
    return jsonText(row.json);
  }
}

@Controller()
class HomeController {
  constructor(private readonly queries: HomeQueries) {}

  @Contract(homeOperations.get)
  get({ query }: OperationInput<typeof homeOperations.get>) {
    return this.queries.get(query.day);
  }
}

@Module({ controllers: [HomeController], providers: [HomeQueries] })
export class HomeHttpModule {}
