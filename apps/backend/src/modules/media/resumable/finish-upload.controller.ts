import { uploadOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../../common/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { FinishUpload } from './finish-upload.ts';

@Controller()
export class FinishUploadController {
  readonly #uploads: FinishUpload;

  constructor(uploads: FinishUpload) {
    this.#uploads = uploads;
  }

  @Contract(uploadOperations.finish)
  finish(
    { params, body }: OperationInput<typeof uploadOperations.finish>,
    @Write() { changedBy, idempotency }: WriteRequest,
  ) {
    return this.#uploads.finish(params.upload_id, body, changedBy, idempotency);
  }
}
