import { similarMediaOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { MediaMerge } from './media-merge.ts';
import { SimilarMedia } from './similar-media.ts';

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
