import type { ExportedMedia, ExportedPerson, President } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/index.ts';
import { MEDIA_COLUMNS, MEDIA_JOINS } from '../media/index.ts';
import { LISTED } from '../people/index.ts';
import { PresidentReads } from '../presidents/index.ts';
import { inBatches } from './batches.ts';
import { inOrder, MEDIA_FIELDS, PEOPLE_FIELDS } from './listed-sql.ts';

const PEOPLE = inOrder(`
  select ${PEOPLE_FIELDS.join(', ')}
  from (${LISTED} where p.id = asked.key) listed
  cross join lateral (select p.wikipedia_url, p.tags, p.notes_internal from person p where p.id = asked.key) known`);

const MEDIA = inOrder(`
  select ${MEDIA_FIELDS.map((name) => `item.${name}`).join(', ')}
  from (select ${MEDIA_COLUMNS} from media m ${MEDIA_JOINS} where m.id = asked.key) item`);

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
    return inBatches(keys, (batch) => this.#database.rows<ExportedPerson>('export-people', PEOPLE, [batch]));
  }

  media(keys: readonly number[]): AsyncIterable<readonly ExportedMedia[]> {
    return inBatches(keys, (batch) => this.#database.rows<ExportedMedia>('export-media', MEDIA, [batch]));
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
