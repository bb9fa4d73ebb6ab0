import { type President, namesOf, personFields, presidentFields } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, type Page, jsonText, notFound, page } from '../../common/index.ts';
import {
  type ColumnsOf,
  Database,
  type StatementExecutor,
  col,
  fieldColumns,
  statement,
} from '../../database/index.ts';
import { columnsOf } from '../records/index.ts';

const { birth_year, death_year, wikipedia_url, tags } = personFields;
const PERSON_FIELDS = { birth_year, death_year, wikipedia_url, tags };

/** Columns of a president or owner in API responses. */
export const PRESIDENT_COLUMNS = {
  president_slug: col.text,
  full_name: col.text,
  ...fieldColumns(presidentFields),
  presidential: col.bool,
  ...fieldColumns(PERSON_FIELDS),
  voyage_count: col.int,
} satisfies ColumnsOf<President>;

const COLUMNS = `
  p.slug president_slug, p.full_name, ${columnsOf('r', namesOf(presidentFields))}, r.presidential,
  ${columnsOf('p', namesOf(PERSON_FIELDS))}, (select count(*) from voyage v where v.president_id = p.id) voyage_count`;

const PRESIDENT = statement(
  'presidents-get',
  `select p.id || '.' || p.version || '.' || r.version version, (select row_to_json(president) from (select ${COLUMNS}) president)::text json
  from president r join person p on p.id = r.person_id where p.slug = $1`,
  { version: col.text, json: col.text },
);

const LIST = statement(
  'presidents-list',
  `select ${COLUMNS}
  from president r join person p on p.id = r.person_id
  order by earliest_day(r.term_start), p.slug limit $1 offset $2`,
  PRESIDENT_COLUMNS,
);

const COUNT = statement('presidents-count', 'select count(*) total from president', { total: col.int });

/** Reads presidents and owners. */
@Injectable()
export class PresidentQueries {
  constructor(private readonly database: Database) {}

  async list(limit: number, offset: number): Promise<Page<President>> {
    const [items, row] = await Promise.all([this.database.rows(LIST, [limit, offset]), this.database.row(COUNT)]);
    return page(items, row?.total ?? 0);
  }

  async get(slug: string, executor: StatementExecutor = this.database): Promise<JsonText> {
    const row = await executor.row(PRESIDENT, [slug]);
    if (!row) throw notFound('President/Owner not found');
    return jsonText(row.json, row);
  }
}

const FIND = statement(
  'president-find',
  'select r.person_id id from president r join person p on p.id = r.person_id where p.slug = $1 for key share of r',
  { id: col.int },
);

/** Id of a president or owner by slug, locked until the transaction ends. */
export async function findPresident(executor: StatementExecutor, slug: string): Promise<number | undefined> {
  const row = await executor.row(FIND, [slug]);
  return row?.id;
}
