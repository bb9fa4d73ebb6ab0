import { Injectable, Logger } from '@nestjs/common';
import { JobHandlers } from '../../../queues/index.ts';
import { UploadPieces } from './upload-pieces.ts';
import { UPLOAD_HOURS } from './upload-rows.ts';

const HOUR_MS = 3_600_000;

/** Clears away uploads that nobody has brought to their end: the worker's part. */
@Injectable()
export class ExpiredUploads {
  readonly #log = new Logger('Storage');

  constructor(pieces: UploadPieces, handlers: JobHandlers) {
    handlers.handle('media-uploads-expire', async () => {
      const removed = await pieces.expire(new Date(Date.now() - UPLOAD_HOURS * HOUR_MS));
      if (removed > 0) this.#log.log(`Removed ${removed} uploads that were never finished.`);
    });
  }
}
