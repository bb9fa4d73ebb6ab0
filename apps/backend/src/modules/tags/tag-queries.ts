import type { Tag } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';

const TAGS = statement(
  'tags',
  `
  select mode() within group (order by used.tag) tag, count(distinct used.media_id) media_count, count(distinct used.person_id) people_count
  from (
    select tag, m.id media_id, null::int person_id from media m cross join unnest(m.tags) tag
    union all select tag, null, p.id from person p cross join unnest(p.tags) tag) used
  group by fold(used.tag) order by fold(used.tag)`,
  { tag: col.text, media_count: col.int, people_count: col.int } satisfies ColumnsOf<Tag>,
);

/** Reads the tags in use. */
@Injectable()
export class TagQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(): Promise<Tag[]> {
    return this.#database.rows(TAGS);
  }
}
