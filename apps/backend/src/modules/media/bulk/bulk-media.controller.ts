import { bulkMediaOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { BulkMediaUpdate } from './bulk-media-update.ts';
import { BulkMedia } from './bulk-media.ts';

@Controller()
export class BulkMediaController {
  constructor(
    private readonly bulk: BulkMedia,
    private readonly updates: BulkMediaUpdate,
  ) {}

  @Contract(bulkMediaOperations.usage)
  usage({ body }: OperationInput<typeof bulkMediaOperations.usage>) {
    return this.bulk.usage(body.media_slugs);
  }

  @Contract(bulkMediaOperations.detach)
  detach({ body }: OperationInput<typeof bulkMediaOperations.detach>, @Username() changedBy: string) {
    return this.bulk.detach(body.media_slugs, changedBy);
  }

  @Contract(bulkMediaOperations.remove)
  remove({ body }: OperationInput<typeof bulkMediaOperations.remove>, @Username() changedBy: string) {
    return this.bulk.remove(body.media_slugs, body.delete_from_s3, changedBy);
  }

  @Contract(bulkMediaOperations.update)
  update({ query, body }: OperationInput<typeof bulkMediaOperations.update>, @Username() changedBy: string) {
    return this.updates.update({ ...body, dryRun: query.dry_run }, changedBy);
  }

  @Contract(bulkMediaOperations.undo)
  undo({ body }: OperationInput<typeof bulkMediaOperations.undo>, @Username() changedBy: string) {
    return this.bulk.undo(body.revisions, changedBy);
  }
}
