import { bulkMediaOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { BulkMediaUpdate } from './bulk-media-update.ts';
import { BulkMedia } from './bulk-media.ts';

/** Room for ten thousand slugs with their versions. */
const BODY_BYTES = 4 * 1024 * 1024;

@Controller()
export class BulkMediaController {
  readonly #bulk: BulkMedia;
  readonly #updates: BulkMediaUpdate;

  constructor(bulk: BulkMedia, describe: BulkMediaUpdate) {
    this.#bulk = bulk;
    this.#updates = describe;
  }

  @Contract(bulkMediaOperations.usage, { bodyLimit: BODY_BYTES })
  usage({ body }: OperationInput<typeof bulkMediaOperations.usage>) {
    return this.#bulk.usage(body.media_slugs);
  }

  @Contract(bulkMediaOperations.detach, { bodyLimit: BODY_BYTES })
  detach({ body }: OperationInput<typeof bulkMediaOperations.detach>, @Username() changedBy: string) {
    return this.#bulk.detach(body.media_slugs, changedBy);
  }

  @Contract(bulkMediaOperations.remove, { bodyLimit: BODY_BYTES })
  remove({ body }: OperationInput<typeof bulkMediaOperations.remove>, @Username() changedBy: string) {
    return this.#bulk.remove(body.media_slugs, body.delete_from_s3, changedBy);
  }

  @Contract(bulkMediaOperations.describe, { bodyLimit: BODY_BYTES })
  describe({ query, body }: OperationInput<typeof bulkMediaOperations.describe>, @Username() changedBy: string) {
    return this.#updates.update({ ...body, dryRun: query.dry_run }, changedBy);
  }

  @Contract(bulkMediaOperations.undo, { bodyLimit: BODY_BYTES })
  undo({ body }: OperationInput<typeof bulkMediaOperations.undo>, @Username() changedBy: string) {
    return this.#bulk.undo(body.revisions, changedBy);
  }
}
