import { exportCalls } from '@archive/contracts';
import { rowOfEntry, VOYAGE_COLUMNS } from '@archive/voyage-document';
import { Controller, type StreamableFile } from '@nestjs/common';
import { type CallInput, Contract } from '../../common/index.ts';
import { MediaReads } from '../media/index.ts';
import { PeopleReads } from '../people/index.ts';
import { VoyageReads } from '../voyages/index.ts';
import { ArchiveDocument } from './archive-document.ts';
import { document, table } from './downloads.ts';
import { ListedRecords } from './listed-records.ts';
import { MEDIA_FIELDS, PEOPLE_FIELDS, PRESIDENT_FIELDS } from './listed-sql.ts';
import { cellsOf } from './table-rows.ts';
import { VoyageEntries } from './voyage-entries.ts';

/** What is asked for is looked up before anything is answered: what cannot be is refused as anywhere else, and not in mid-file. */
@Controller()
export class ExportsController {
  readonly #voyages: VoyageReads;
  readonly #people: PeopleReads;
  readonly #media: MediaReads;
  readonly #entries: VoyageEntries;
  readonly #records: ListedRecords;
  readonly #archive: ArchiveDocument;

  constructor(
    voyages: VoyageReads,
    people: PeopleReads,
    media: MediaReads,
    entries: VoyageEntries,
    records: ListedRecords,
    archive: ArchiveDocument,
  ) {
    this.#voyages = voyages;
    this.#people = people;
    this.#media = media;
    this.#entries = entries;
    this.#records = records;
    this.#archive = archive;
  }

  @Contract(exportCalls.voyages)
  async voyages({ query: { format, ...asked } }: CallInput<typeof exportCalls.voyages>): Promise<StreamableFile> {
    const batches = this.#entries.of(await this.#voyages.keys(asked));
    return table({ name: 'voyages', format, batches, columns: VOYAGE_COLUMNS, rowOf: rowOfEntry });
  }

  @Contract(exportCalls.people)
  async people({ query: { format, ...asked } }: CallInput<typeof exportCalls.people>): Promise<StreamableFile> {
    const batches = this.#records.people(await this.#people.keys(asked));
    return table({ name: 'people', format, batches, columns: PEOPLE_FIELDS, rowOf: cellsOf });
  }

  @Contract(exportCalls.media)
  async media({ query: { format, ...asked } }: CallInput<typeof exportCalls.media>): Promise<StreamableFile> {
    const batches = this.#records.media(await this.#media.keys(asked));
    return table({ name: 'media', format, batches, columns: MEDIA_FIELDS, rowOf: cellsOf });
  }

  @Contract(exportCalls.presidents)
  async presidents({ query: { format } }: CallInput<typeof exportCalls.presidents>): Promise<StreamableFile> {
    const batches = await this.#records.presidents();
    return table({ name: 'presidents', format, batches, columns: PRESIDENT_FIELDS, rowOf: cellsOf });
  }

  @Contract(exportCalls.archive)
  async archive(): Promise<StreamableFile> {
    return document({ name: 'voyages', parts: await this.#archive.parts() });
  }
}
