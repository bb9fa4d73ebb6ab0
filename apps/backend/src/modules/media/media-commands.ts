import type { MediaUpdate } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import type { JsonText } from '../../common/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { Database } from '../../database/index.ts';
import { changeRecords, differences, lockMedia, updateMedia } from '../records/index.ts';
import { MediaQueries } from './media-queries.ts';

/** Updates the metadata of media items. Their files stay unchanged. */
@Injectable()
export class MediaCommands {
  constructor(
    private readonly database: Database,
    private readonly queries: MediaQueries,
  ) {}

  /** Updates the fields in the request; absent fields stay unchanged. An update without differences creates no revision. */
  update(slug: string, input: MediaUpdate, write: WriteRequest): Promise<JsonText> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const { id, values } = await lockMedia(executor, slug, write.expected);
      const changedValues = differences(values, input);
      if (Object.keys(changedValues).length > 0) await updateMedia(changes, [{ ...changedValues, id }]);
      return this.queries.get(slug, executor);
    });
  }
}
