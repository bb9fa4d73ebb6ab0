import { Injectable, Logger } from '@nestjs/common';
import { JobHandlers } from '../../../queues/index.ts';
import { UploadParts } from './upload-parts.ts';
import { UPLOAD_HOURS } from './upload-repository.ts';

const HOUR_MS = 3_600_000;

/** Deletes expired uploads in the worker. */
@Injectable()
export class ExpiredUploads {
  readonly #log = new Logger('Storage');

  constructor(pieces: UploadParts, handlers: JobHandlers) {
    handlers.handle('media-uploads-expire', async () => {
      const removed = await pieces.expire(new Date(Date.now() - UPLOAD_HOURS * HOUR_MS));
      if (removed > 0) this.#log.log(`Removed ${removed} uploads that were never finished.`);
    });
  }
}
