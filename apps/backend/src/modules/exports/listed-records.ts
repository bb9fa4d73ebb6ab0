import {
  type ExportedMedia,
  type ExportedPerson,
  fieldsWith,
  namesOf,
  personFields,
  type President,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/index.ts';
import { MEDIA_COLUMNS, MEDIA_JOINS } from '../media/index.ts';
import { PERSON_LIST_ITEM, PERSON_LIST_ITEM_COLUMNS } from '../people/index.ts';
import { PresidentReads } from '../presidents/index.ts';
import { columnsOf } from '../records/index.ts';
import { inBatches } from './batches.ts';
import { EXPORTED_MEDIA, EXPORTED_PERSON, orderBy } from './listed-sql.ts';

const FIELDS_NOT_IN_LIST = namesOf(fieldsWith(personFields, 'exported')).filter(
  (name) => !Object.hasOwn(PERSON_LIST_ITEM_COLUMNS, name),
);

const PEOPLE = statement(
  'export-people',
  orderBy(`select ${Object.keys(EXPORTED_PERSON).join(', ')}
    from (${PERSON_LIST_ITEM} where p.id = requested.key) listed
    cross join lateral (select ${columnsOf('p', FIELDS_NOT_IN_LIST)} from person p where p.id = requested.key) known`),
  EXPORTED_PERSON,
);

const MEDIA = statement(
  'export-media',
  orderBy(`select ${columnsOf('item', Object.keys(EXPORTED_MEDIA))}
    from (select ${MEDIA_COLUMNS} from media m ${MEDIA_JOINS} where m.id = requested.key) item`),
  EXPORTED_MEDIA,
);

const PRESIDENTS_AT_ONCE = 1000;

/** Reads people, media and presidents for export. */
@Injectable()
export class ListedRecords {
  readonly #database: Database;
  readonly #presidents: PresidentReads;

  constructor(database: Database, presidents: PresidentReads) {
    this.#database = database;
    this.#presidents = presidents;
  }

  people(keys: readonly number[]): AsyncIterable<readonly ExportedPerson[]> {
    return inBatches(keys, (batch) => this.#database.rows(PEOPLE, [batch]));
  }

  media(keys: readonly number[]): AsyncIterable<readonly ExportedMedia[]> {
    return inBatches(keys, (batch) => this.#database.rows(MEDIA, [batch]));
  }

  async presidents(): Promise<AsyncIterable<readonly President[]>> {
    const first = await this.#presidents.list(PRESIDENTS_AT_ONCE, 0);
    return this.#pagesFrom(first.items, first.total);
  }

  async *#pagesFrom(first: readonly President[], total: number): AsyncGenerator<readonly President[]> {
    yield first;
    for (let offset = PRESIDENTS_AT_ONCE; offset < total; offset += PRESIDENTS_AT_ONCE)
      yield (await this.#presidents.list(PRESIDENTS_AT_ONCE, offset)).items;
  }
}
