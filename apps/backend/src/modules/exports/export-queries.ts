import {
  type ExportedMedia,
  type ExportedPerson,
  type ExportedPlace,
  fieldsWith,
  namesOf,
  personFields,
  placeFields,
  type President,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/index.ts';
import { MEDIA_COLUMNS, MEDIA_JOINS } from '../media/index.ts';
import { PERSON_LIST_ITEM, PERSON_LIST_ITEM_COLUMNS } from '../people/index.ts';
import { VOYAGE_COUNT } from '../places/index.ts';
import { PresidentQueries } from '../presidents/index.ts';
import { columnsOf } from '../records/index.ts';
import { EXPORTED_MEDIA, EXPORTED_PERSON, EXPORTED_PLACE, inBatches, rowPerId } from './export-sql.ts';

const FIELDS_NOT_IN_LIST = namesOf(fieldsWith(personFields, 'exported')).filter(
  (name) => !Object.hasOwn(PERSON_LIST_ITEM_COLUMNS, name),
);

const PEOPLE = statement(
  'export-people',
  rowPerId(`select ${Object.keys(EXPORTED_PERSON).join(', ')}
    from (${PERSON_LIST_ITEM} where p.id = requested.id) list_item
    cross join lateral (select ${columnsOf('p', FIELDS_NOT_IN_LIST)} from person p where p.id = requested.id) other_fields`),
  EXPORTED_PERSON,
);

const PLACES = statement(
  'export-places',
  rowPerId(`select p.slug place_slug, ${columnsOf('p', namesOf(fieldsWith(placeFields, 'exported')))}, ${VOYAGE_COUNT} voyage_count
    from place p where p.id = requested.id`),
  EXPORTED_PLACE,
);

const MEDIA = statement(
  'export-media',
  rowPerId(`select ${columnsOf('item', Object.keys(EXPORTED_MEDIA))}
    from (select ${MEDIA_COLUMNS} from media m ${MEDIA_JOINS} where m.id = requested.id) item`),
  EXPORTED_MEDIA,
);

const PRESIDENTS_PER_PAGE = 1000;

/** Reads people, places, media and presidents for export. */
@Injectable()
export class ExportQueries {
  readonly #database: Database;
  readonly #presidents: PresidentQueries;

  constructor(database: Database, presidents: PresidentQueries) {
    this.#database = database;
    this.#presidents = presidents;
  }

  people(ids: readonly number[]): AsyncIterable<readonly ExportedPerson[]> {
    return inBatches(ids, (batch) => this.#database.rows(PEOPLE, [batch]));
  }

  places(ids: readonly number[]): AsyncIterable<readonly ExportedPlace[]> {
    return inBatches(ids, (batch) => this.#database.rows(PLACES, [batch]));
  }

  media(ids: readonly number[]): AsyncIterable<readonly ExportedMedia[]> {
    return inBatches(ids, (batch) => this.#database.rows(MEDIA, [batch]));
  }

  async presidents(): Promise<AsyncIterable<readonly President[]>> {
    const firstPage = await this.#presidents.list(PRESIDENTS_PER_PAGE, 0);
    return this.#pagesFrom(firstPage.items, firstPage.total);
  }

  async *#pagesFrom(firstPage: readonly President[], total: number): AsyncGenerator<readonly President[]> {
    yield firstPage;
    for (let offset = PRESIDENTS_PER_PAGE; offset < total; offset += PRESIDENTS_PER_PAGE)
      yield (await this.#presidents.list(PRESIDENTS_PER_PAGE, offset)).items;
  }
}
