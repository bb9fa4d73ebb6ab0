import { uploadOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { DirectFileUploads } from './direct-file-uploads.ts';

type Operations = typeof uploadOperations;

@Controller()
export class DirectUploadsController {
  readonly #uploads: DirectFileUploads;

  constructor(uploads: DirectFileUploads) {
    this.#uploads = uploads;
  }

  @Contract(uploadOperations.startDirect)
  start({ body }: OperationInput<Operations['startDirect']>, @Username() username: string) {
    return this.#uploads.start(body.size, username);
  }

  @Contract(uploadOperations.directState)
  state({ params }: OperationInput<Operations['directState']>, @Username() username: string) {
    return this.#uploads.state(params.upload_id, username);
  }

  @Contract(uploadOperations.directParts)
  parts({ params, body }: OperationInput<Operations['directParts']>, @Username() username: string) {
    return this.#uploads.addresses(params.upload_id, username, body);
  }
}
