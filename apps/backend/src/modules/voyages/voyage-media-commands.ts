import type { MediaLink } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, notFound, Problem } from '../../common/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { MEDIA_COLUMNS, MEDIA_JOINS } from '../media/index.ts';
import {
  attachMedia,
  changeRecords,
  changeRecordsOnce,
  detachMedia,
  isAttached,
  linkableMedia,
  lockVoyage,
} from '../records/index.ts';
import { voyageEtagHeader } from './voyage-etag.ts';

const LINKED = statement(
  'voyage-media-get',
  `select row_to_json(link)::text json from (
    select ${MEDIA_COLUMNS}, link.media_category, link.sort_order
    from voyage_media link join media m on m.id = link.media_id ${MEDIA_JOINS}
    where link.voyage_id = $1 and link.media_id = $2) link`,
  { json: col.text },
);

/** Changes which media a voyage shows. Each change locks the voyage and creates a revision of it. */
@Injectable()
export class VoyageMediaCommands {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  link(link: MediaLink, write: WriteRequest): Promise<JsonText> {
    const { media_slug, voyage_slug, sort_order, ...values } = link;
    return changeRecordsOnce(this.#database, write, async (changes) => {
      const { executor } = changes;
      const voyage = await lockVoyage(executor, voyage_slug, write.expected);
      const media = await linkableMedia(executor, media_slug);
      if (await isAttached(executor, voyage.id, media.id))
        throw new Problem(409, `“${media.title}” is already attached to this voyage.`);
      await attachMedia(changes, voyage.id, media.id, values, sort_order);
      const row = await executor.row(LINKED, [voyage.id, media.id]);
      if (!row) throw new Error('The saved link was not found');
      return jsonText(row.json, { headers: await voyageEtagHeader(executor, voyage.id) });
    });
  }

  /** Detaches media from a voyage and removes it from its albums. Returns the header with the new ETag. */
  unlink(
    { media_slug, voyage_slug }: { media_slug: string; voyage_slug: string },
    write: WriteRequest,
  ): Promise<Record<string, string>> {
    return changeRecords(this.#database, write, async (changes) => {
      const { executor } = changes;
      const voyage = await lockVoyage(executor, voyage_slug, write.expected);
      const media = await linkableMedia(executor, media_slug);
      if (!(await isAttached(executor, voyage.id, media.id)))
        throw notFound(`“${media.title}” is not attached to this voyage.`);
      await detachMedia(changes, [media.id], voyage.id);
      return voyageEtagHeader(executor, voyage.id);
    });
  }
}
