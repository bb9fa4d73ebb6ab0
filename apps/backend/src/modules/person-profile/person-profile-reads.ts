import type { Companion, PersonMedia } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, type Page, page } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { MEDIA_COLUMNS, MEDIA_JOINS } from '../media/index.ts';

interface Paging {
  limit: number;
  offset: number;
}

const SAILED_WITH = `
  from passenger own join passenger other on other.voyage_id = own.voyage_id and other.person_id <> own.person_id
  where own.person_id = $1`;

const COMPANIONS = `
  select p.slug person_slug, p.full_name, p.role_title,
    exists (select from president r where r.person_id = p.id) is_president, shared.shared_count
  from (select other.person_id, count(*) shared_count ${SAILED_WITH} group by other.person_id) shared
  join person p on p.id = shared.person_id
  order by shared.shared_count desc, p.slug limit $2 offset $3`;

const COMPANIONS_COUNT = `select count(distinct other.person_id) total ${SAILED_WITH}`;

const SHOWN = `from passenger aboard join voyage_media link on link.voyage_id = aboard.voyage_id where aboard.person_id = $1`;

const MEDIA = `
  select ${MEDIA_COLUMNS}, v.slug voyage_slug, v.title voyage_title
  from (
    select distinct on (link.media_id) link.media_id, link.voyage_id, link.media_category, link.sort_order
    from passenger aboard
    join voyage_media link on link.voyage_id = aboard.voyage_id
    join voyage v on v.id = link.voyage_id
    where aboard.person_id = $1
    order by link.media_id, v.start_day, v.slug) shown
  join voyage v on v.id = shown.voyage_id
  join media m on m.id = shown.media_id ${MEDIA_JOINS}
  order by v.start_day, v.slug, shown.media_category = 'additional_source', shown.sort_order, m.slug limit $2 offset $3`;

const MEDIA_COUNT = `select count(distinct link.media_id) total ${SHOWN}`;

/** Reads what is shown around a person's record. */
@Injectable()
export class PersonProfileReads {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  companions(slug: string, paging: Paging): Promise<Page<Companion>> {
    return this.#page<Companion>(slug, paging, { name: 'companions', list: COMPANIONS, count: COMPANIONS_COUNT });
  }

  media(slug: string, paging: Paging): Promise<Page<PersonMedia>> {
    return this.#page<PersonMedia>(slug, paging, { name: 'media', list: MEDIA, count: MEDIA_COUNT });
  }

  async #page<Item extends object>(
    slug: string,
    { limit, offset }: Paging,
    { name, list, count }: { name: string; list: string; count: string },
  ): Promise<Page<Item>> {
    const person = await this.#database.row<{ id: number }>('person-key', 'select id from person where slug = $1', [
      slug,
    ]);
    if (!person) throw notFound('Person not found');
    const [items, counted] = await Promise.all([
      this.#database.rows<Item>(`person-${name}`, list, [person.id, limit, offset]),
      this.#database.row<{ total: number }>(`person-${name}-count`, count, [person.id]),
    ]);
    return page(items, counted?.total ?? 0);
  }
}
