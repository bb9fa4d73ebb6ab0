import { type OperationResponse, similarMediaOperations } from '@archive/contracts';
import { Controller, Injectable } from '@nestjs/common';
import { Contract, type OperationInput, notFound } from '../../../common/index.ts';
import { Database, col, statement } from '../../../database/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { MEDIA_COLUMNS, MEDIA_ITEM, MEDIA_JOINS } from '../media-columns.ts';
import { MediaMerge } from './media-merge.ts';

const FIND = statement('similar-media-find', 'select id from media where slug = $1', { id: col.int });

/** Compares the hashes of all media. An index would not make it faster, because any bit may differ. */
const SIMILAR = statement(
  'similar-media',
  `
  with similar_media as materialized (
    select other.id, bit_count(other.picture_hash # this.picture_hash)::int distance
    from media this join media other on other.picture_hash is not null and other.id <> this.id
    where this.id = $1 and bit_count(other.picture_hash # this.picture_hash) <= $2
      and other.sha256 is distinct from this.sha256
    order by distance, other.id limit $3)
  select ${MEDIA_COLUMNS}, s.distance from similar_media s join media m on m.id = s.id ${MEDIA_JOINS}
  order by s.distance, m.id`,
  { ...MEDIA_ITEM, distance: col.int },
);

/** Finds media that look like a media item. */
@Injectable()
export class SimilarMedia {
  constructor(private readonly database: Database) {}

  async of(
    slug: string,
    { limit, distance }: { limit: number; distance: number },
  ): Promise<OperationResponse<(typeof similarMediaOperations)['similar']>> {
    const media = await this.database.row(FIND, [slug]);
    if (!media) throw notFound('Media not found in database.');
    return { items: await this.database.rows(SIMILAR, [media.id, distance, limit]) };
  }
}

type Operations = typeof similarMediaOperations;

@Controller()
export class SimilarMediaController {
  readonly #similar: SimilarMedia;
  readonly #merge: MediaMerge;

  constructor(similar: SimilarMedia, merge: MediaMerge) {
    this.#similar = similar;
    this.#merge = merge;
  }

  @Contract(similarMediaOperations.similar)
  similar({ params, query }: OperationInput<Operations['similar']>) {
    return this.#similar.of(params.slug, query);
  }

  @Contract(similarMediaOperations.merge)
  merge({ params, body }: OperationInput<Operations['merge']>, @Write() write: WriteRequest) {
    return this.#merge.merge(params.media_slug, body, write);
  }

  @Contract(similarMediaOperations.undoMerge)
  undoMerge({ params, body }: OperationInput<Operations['undoMerge']>, @Write() write: WriteRequest) {
    return this.#merge.undo(params.media_slug, body, write);
  }
}
