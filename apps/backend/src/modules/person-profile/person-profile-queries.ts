import type { Companion, PersonMedia, PersonPicture } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement, type Statement } from '../../database/index.ts';
import { MEDIA_COLUMNS, MEDIA_ITEM, MEDIA_JOINS } from '../media/index.ts';
import { markRegion, portraitUrl } from '../records/index.ts';

interface Paging {
  limit: number;
  offset: number;
}

const SAILED_WITH = `
  from passenger own join passenger other on other.voyage_id = own.voyage_id and other.person_id <> own.person_id
  where own.person_id = $1`;

const PERSON = statement('person-key', 'select id from person where slug = $1', { id: col.int });

const COMPANIONS = statement(
  'person-companions',
  `select p.slug person_slug, p.full_name, p.role_title,
    exists (select from president r where r.person_id = p.id) is_president,
    ${portraitUrl('p')} portrait_url, shared.shared_count
  from (select other.person_id, count(*) shared_count ${SAILED_WITH} group by other.person_id) shared
  join person p on p.id = shared.person_id
  order by shared.shared_count desc, p.filing_key, p.slug limit $2 offset $3`,
  {
    person_slug: col.text,
    full_name: col.text,
    role_title: col.text.nullable(),
    is_president: col.bool,
    portrait_url: col.text.nullable(),
    shared_count: col.int,
  } satisfies ColumnsOf<Companion>,
);

const COMPANIONS_COUNT = statement(
  'person-companions-count',
  `select count(distinct other.person_id) total ${SAILED_WITH}`,
  { total: col.int },
);

/**
 * A page of the media of voyages in voyage order, each once, and their number.
 * @param shown SQL for the rows `link` of the voyages; its last parameter is `$1`
 */
export const mediaOfVoyages = (name: string, shown: string) => ({
  list: statement(
    name,
    `select ${MEDIA_COLUMNS}, v.slug voyage_slug, v.title voyage_title
    from (
      select distinct on (shown.media_id) shown.* from (
        select link.media_id, link.voyage_id, link.media_category, link.sort_order ${shown}) shown
      join voyage v on v.id = shown.voyage_id
      order by shown.media_id, v.start_day, v.slug) item
    join voyage v on v.id = item.voyage_id
    join media m on m.id = item.media_id ${MEDIA_JOINS}
    order by v.start_day, v.slug, item.media_category = 'additional_source', item.sort_order, m.slug limit $2 offset $3`,
    { ...MEDIA_ITEM, voyage_slug: col.text, voyage_title: col.text } satisfies ColumnsOf<PersonMedia>,
  ),
  count: statement(`${name}-count`, `select count(distinct link.media_id) total ${shown}`, { total: col.int }),
});

/** Media of the person's voyages, except those in which the person is marked, because these are listed as pictures. */
const SHOWN = `
  from passenger aboard join voyage_media link on link.voyage_id = aboard.voyage_id
  where aboard.person_id = $1 and not exists (
    select from media_person mark where mark.media_id = link.media_id and mark.person_id = aboard.person_id)`;

const MEDIA = mediaOfVoyages('person-media', SHOWN);

const PICTURES = statement(
  'person-pictures',
  `select ${MEDIA_COLUMNS}, ${markRegion('mark')} region
  from media_person mark join media m on m.id = mark.media_id ${MEDIA_JOINS}
  where mark.person_id = $1 order by m.day nulls last, m.slug limit $2 offset $3`,
  { ...MEDIA_ITEM, region: col.json<PersonPicture['region']>() } satisfies ColumnsOf<PersonPicture>,
);

const PICTURES_COUNT = statement(
  'person-pictures-count',
  'select count(*) total from media_person where person_id = $1',
  { total: col.int },
);

/** Reads the related data that a person's page shows. */
@Injectable()
export class PersonProfileQueries {
  constructor(private readonly database: Database) {}

  companions(slug: string, paging: Paging): Promise<Page<Companion>> {
    return this.#page(slug, paging, COMPANIONS, COMPANIONS_COUNT);
  }

  media(slug: string, paging: Paging): Promise<Page<PersonMedia>> {
    return this.#page(slug, paging, MEDIA.list, MEDIA.count);
  }

  pictures(slug: string, paging: Paging): Promise<Page<PersonPicture>> {
    return this.#page(slug, paging, PICTURES, PICTURES_COUNT);
  }

  async #page<Item extends object>(
    slug: string,
    { limit, offset }: Paging,
    list: Statement<Item>,
    count: Statement<{ total: number }>,
  ): Promise<Page<Item>> {
    const person = await this.database.row(PERSON, [slug]);
    if (!person) throw notFound('Person not found');
    const [items, totalRow] = await Promise.all([
      this.database.rows(list, [person.id, limit, offset]),
      this.database.row(count, [person.id]),
    ]);
    return page(items, totalRow?.total ?? 0);
  }
}
