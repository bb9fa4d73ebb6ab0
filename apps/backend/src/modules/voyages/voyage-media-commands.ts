import type { MediaLink, MediaLinkValues, MediaOrder } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { invalidFields, type JsonText, jsonText, notFound, Problem } from '../../common/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { col, Database, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import { MEDIA_COLUMNS, MEDIA_JOINS, mediaOfVoyage } from '../media/index.ts';
import {
  arrangeMedia,
  attachMedia,
  changeRecords,
  changeRecordsOnce,
  detachMedia,
  isAttached,
  linkableMedia,
  lockVoyage,
} from '../records/index.ts';
import { voyageEtagHeader } from './voyage-queries.ts';

const LINKED = statement(
  'voyage-media-get',
  `select row_to_json(link)::text json from (
    select ${MEDIA_COLUMNS}, link.media_category, link.sort_order
    from voyage_media link join media m on m.id = link.media_id ${MEDIA_JOINS}
    where link.voyage_id = $1 and link.media_id = $2) link`,
  { json: col.text },
);

const LINK = {
  media_id: col.int,
  media_slug: col.text,
  title: col.text,
  media_category: col.text.as<MediaLinkValues['media_category']>(),
  sort_order: col.int,
};
const LINKS = statement(
  'voyage-media-links',
  `select l.media_id, m.slug media_slug, m.title, l.media_category, l.sort_order
  from voyage_media l join media m on m.id = l.media_id where l.voyage_id = $1`,
  LINK,
);
const ALL = statement('voyage-media-all', `select ${mediaOfVoyage('$1')}::text json`, { json: col.text });

/** Changes which media a voyage shows. Each change locks the voyage and creates a revision of it. */
@Injectable()
export class VoyageMediaCommands {
  constructor(private readonly database: Database) {}

  link(link: MediaLink, write: WriteRequest): Promise<JsonText> {
    const { media_slug, voyage_slug, sort_order, ...values } = link;
    return changeRecordsOnce(this.database, write, async (changes) => {
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
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const voyage = await lockVoyage(executor, voyage_slug, write.expected);
      const media = await linkableMedia(executor, media_slug);
      if (!(await isAttached(executor, voyage.id, media.id)))
        throw notFound(`“${media.title}” is not attached to this voyage.`);
      await detachMedia(changes, [media.id], voyage.id);
      return voyageEtagHeader(executor, voyage.id);
    });
  }
  /**
   * Sets the order of the media of a voyage, and their categories.
   * @throws 409 if the list differs from the media of the voyage, 422 if it contains a record twice
   */
  setOrder(voyageSlug: string, { media }: MediaOrder, write: WriteRequest): Promise<JsonText> {
    const slugs = media.map(({ media_slug }) => media_slug);
    const repeated = slugs.find((slug, index) => slugs.indexOf(slug) !== index);
    if (repeated !== undefined)
      throw invalidFields([{ path: 'media', message: `The list contains “${repeated}” more than once.` }]);
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const { id } = await lockVoyage(executor, voyageSlug, write.expected);
      const links = await executor.rows(LINKS, [id]);
      const order = orderOf(links, media);
      const isCurrent = order.every(
        ({ link, media_category, sort_order }) =>
          link.media_category === media_category && link.sort_order === sort_order,
      );
      if (isCurrent) return allMedia(executor, id, {});
      const places = order.map(({ link: { media_id }, ...place }) => ({ media_id, ...place }));
      await arrangeMedia(changes, id, places);
      return allMedia(executor, id, await voyageEtagHeader(executor, id));
    });
  }
}

/** The links of a voyage in their new order, numbered in each category. */
function orderOf(links: readonly RowOf<typeof LINK>[], media: MediaOrder['media']) {
  const bySlug = new Map(links.map((link) => [link.media_slug, link]));
  const counts = { source: 0, additional_source: 0 };
  const order = media.map(({ media_slug, media_category: category }) => {
    const link = bySlug.get(media_slug);
    if (!link) throw new Problem(409, `“${media_slug}” is not attached to this voyage.`);
    bySlug.delete(media_slug);
    const media_category = category ?? link.media_category;
    counts[media_category] += 1;
    return { link, media_category, sort_order: counts[media_category] };
  });
  const [missing] = bySlug.values();
  if (missing) throw new Problem(409, `“${missing.title}” is attached to this voyage and missing from the new order.`);
  return order;
}

async function allMedia(
  executor: StatementExecutor,
  voyage: number,
  headers: Record<string, string>,
): Promise<JsonText> {
  const row = await executor.row(ALL, [voyage]);
  return jsonText(row?.json ?? '[]', { headers });
}
