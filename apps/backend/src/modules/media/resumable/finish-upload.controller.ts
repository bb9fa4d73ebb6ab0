import { uploadOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../../common/index.ts';
import { IdempotencyKey, type IdempotentRequest } from '../../idempotency/index.ts';
import { Username } from '../../auth/index.ts';
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
    @Username() username: string,
    @IdempotencyKey() once: IdempotentRequest | undefined,
  ) {
    return this.#uploads.finish(params.upload_id, body, username, once);
  }
}
