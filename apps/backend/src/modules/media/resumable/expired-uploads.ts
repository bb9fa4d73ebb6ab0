import { Injectable } from '@nestjs/common';
import { Retention } from '../../../queues/index.ts';
import { UploadParts } from './upload-parts.ts';
import { UPLOAD_HOURS } from './upload-repository.ts';

const HOUR_MS = 3_600_000;

/** Deletes expired uploads in the worker. */
@Injectable()
export class ExpiredUploads {
  constructor(parts: UploadParts, retention: Retention) {
    retention.enforce('uploads', () => parts.expire(new Date(Date.now() - UPLOAD_HOURS * HOUR_MS)));
  }
}
