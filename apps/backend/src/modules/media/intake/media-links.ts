import {
  type CheckedSlugs,
  type MediaAttach,
  type MediaFileAttach,
  type MissingSlugs,
  intakeOperations,
} from '@archive/contracts';
import { Controller, Injectable } from '@nestjs/common';
import { Contract, type JsonText, type OperationInput, notFound } from '../../../common/index.ts';
import { Database, col, statement } from '../../../database/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { changeRecords, lockMedia, lockVoyage } from '../../records/index.ts';
import { MediaQueries } from '../media-queries.ts';
import { attachToRecords } from './attach-media.ts';
import { sameFile } from './save-media.ts';

const missing = (table: string, parameter: string) =>
  `array(select n from unnest(${parameter}::text[]) n where not exists (select 1 from ${table} where slug = n))`;

const MISSING = statement(
  'media-missing-links',
  `select ${missing('voyage', '$1')} voyages,
    array(select n from unnest($2::text[]) n
      where not exists (select 1 from president r join person p on p.id = r.person_id where p.slug = n)) presidents,
    ${missing('album', '$3')} albums, ${missing('person', '$4')} people`,
  {
    voyages: col.array(col.text),
    presidents: col.array(col.text),
    albums: col.array(col.text),
    people: col.array(col.text),
  },
);

/** Attaches uploaded files to records. */
@Injectable()
export class MediaLinks {
  constructor(
    private readonly database: Database,
    private readonly queries: MediaQueries,
  ) {}

  /** The slugs that don’t exist. */
  async missing({ voyages, presidents, albums, people }: CheckedSlugs): Promise<MissingSlugs> {
    const row = await this.database.row(MISSING, [voyages, presidents, albums, people]);
    return row as MissingSlugs;
  }

  /**
   * Attaches the oldest media item with a file to records. Existing links stay.
   * @throws Problem 404 if the library doesn't have the file
   */
  async attachFile({ sha256, ...links }: MediaFileAttach, write: WriteRequest): Promise<void> {
    const same = await sameFile(this.database, Buffer.from(sha256, 'hex'));
    if (!same) throw notFound('The library doesn’t have this file.');
    await this.attach(same.slug, links, write);
  }

  /** Attaches an existing media item to records. Existing links stay. */
  attach(
    slug: string,
    { voyage_slug: voyageSlug, ...attachments }: MediaAttach,
    write: WriteRequest,
  ): Promise<JsonText> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyage = voyageSlug === undefined ? undefined : await lockVoyage(executor, voyageSlug);
      const { id } = await lockMedia(executor, slug, undefined);
      await attachToRecords(changes, id, { ...attachments, voyageId: voyage?.id });
      return this.queries.get(slug, executor);
    });
  }
}

type Operations = typeof intakeOperations;

@Controller()
export class MediaLinksController {
  constructor(private readonly links: MediaLinks) {}

  @Contract(intakeOperations.check)
  check({ body }: OperationInput<Operations['check']>) {
    return this.links.missing(body);
  }

  @Contract(intakeOperations.attachFile)
  attachFile({ body }: OperationInput<Operations['attachFile']>, @Write() write: WriteRequest) {
    return this.links.attachFile(body, write);
  }

  @Contract(intakeOperations.attach)
  attach({ params, body }: OperationInput<Operations['attach']>, @Write() write: WriteRequest) {
    return this.links.attach(params.media_slug, body, write);
  }
}
