import type { MediaLink } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import {
  type Expected,
  type JsonText,
  jsonText,
  type KeyedRequest,
  notFound,
  onceOnly,
  Problem,
} from '../../common/index.ts';
import { Database, type Statements } from '../../database/index.ts';
import { writeRevisions } from '../history/index.ts';
import { detachMedia, MEDIA_COLUMNS, MEDIA_JOINS } from '../media/index.ts';
import { holdVoyage, saveLinks, voyageTag } from './hold-voyage.ts';
import { VoyageMedia } from './voyage.entity.ts';

interface Known {
  id: number;
  title: string;
}

const FIND = 'select id, title from media where slug = $1 for key share';

const NEXT = `
  select coalesce(max(sort_order), 0) + 1 place from voyage_media where voyage_id = $1 and media_category = $2`;

/** Where the place is taken, whatever stands there and all behind move on by one. */
const MAKE_ROOM = `
  update voyage_media set sort_order = sort_order + 1
  where voyage_id = $1 and media_category = $2 and sort_order >= $3 and media_id <> $4
    and exists (
      select from voyage_media l where l.voyage_id = $1 and l.media_category = $2 and l.sort_order = $3 and l.media_id <> $4)`;

const LINKED = `
  select row_to_json(shown)::text json from (
    select ${MEDIA_COLUMNS}, link.media_category, link.sort_order
    from voyage_media link join media m on m.id = link.media_id ${MEDIA_JOINS}
    where link.voyage_id = $1 and link.media_id = $2) shown`;

/** Which media a voyage shows: a change of the voyage, whose row is held for it. */
@Injectable()
export class VoyageMediaWrites {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Without a place of its own, media come behind all others of their category. */
  link(link: MediaLink, changedBy: string, expected: Expected, once?: KeyedRequest): Promise<JsonText> {
    const { media_slug, voyage_slug, media_category: mediaCategory, notes } = link;
    return this.#database.write((em, statements) =>
      onceOnly(statements, once, async () => {
        const voyage = await holdVoyage(em, voyage_slug, expected);
        const media = await mediaOf(statements, media_slug);
        if (await em.findOne(VoyageMedia, { voyage, media: media.id }))
          throw new Problem(409, `“${media.title}” is attached to this voyage already.`);
        const order = [voyage.id, mediaCategory];
        const next = await statements.row<{ place: number }>('voyage-media-next', NEXT, order);
        const sortOrder = link.sort_order ?? next?.place ?? 1;
        em.create(VoyageMedia, { voyage, media: media.id, mediaCategory, sortOrder, notes });
        const work = () => statements.change('voyage-media-room', MAKE_ROOM, [...order, sortOrder, media.id]);
        const headers = await saveLinks(em, statements, voyage, { changedBy, work });
        const row = await statements.row<{ json: string }>('voyage-media-one', LINKED, [voyage.id, media.id]);
        if (!row) throw new Error('The link has just been saved');
        return jsonText(row.json, { headers });
      }),
    );
  }

  /** Takes media off a voyage and out of its albums. Answers the header of the change. */
  unlink(
    { media_slug, voyage_slug }: { media_slug: string; voyage_slug: string },
    changedBy: string,
    expected: Expected,
  ): Promise<Record<string, string>> {
    return this.#database.write(async (em, statements) => {
      const voyage = await holdVoyage(em, voyage_slug, expected);
      const media = await mediaOf(statements, media_slug);
      if (!(await em.findOne(VoyageMedia, { voyage, media: media.id })))
        throw notFound(`“${media.title}” is not attached to this voyage.`);
      await writeRevisions(statements, await detachMedia(statements, [media.id], voyage.id), { changedBy });
      await em.refresh(voyage);
      return voyageTag(voyage);
    });
  }
}

async function mediaOf(statements: Statements, slug: string): Promise<Known> {
  const media = await statements.row<Known>('voyage-media-find', FIND, [slug]);
  if (!media) throw notFound('Media not found in database.');
  return media;
}
