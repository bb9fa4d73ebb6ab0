import { uploadCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract, IdempotencyKey, type KeyedRequest } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { FinishUpload } from './finish-upload.ts';

@Controller()
export class FinishUploadController {
  readonly #uploads: FinishUpload;

  constructor(uploads: FinishUpload) {
    this.#uploads = uploads;
  }

  @Contract(uploadCalls.finish)
  finish(
    { params, body }: CallInput<typeof uploadCalls.finish>,
    @Username() username: string,
    @IdempotencyKey() once: KeyedRequest | undefined,
  ) {
    return this.#uploads.finish(params.upload_id, body, username, once);
  }
}
