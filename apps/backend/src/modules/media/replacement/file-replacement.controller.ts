import { mediaRecordOperations } from '@archive/contracts';
import { Controller, Inject, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Contract, type OperationInput } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { Write, type WriteRequest } from '../../idempotency/index.ts';
import { IncomingFiles } from '../intake/incoming-files.ts';
import { readUploadForm } from '../intake/upload-form.ts';
import { FileReplacement } from './file-replacement.ts';

type Operations = typeof mediaRecordOperations;

@Controller()
export class FileReplacementController {
  readonly #maxUploadBytes: number;

  constructor(
    private readonly replacement: FileReplacement,
    private readonly incoming: IncomingFiles,
    @Inject(CONFIG) config: Config,
  ) {
    this.#maxUploadBytes = config.maxUploadBytes;
  }

  @Contract(mediaRecordOperations.replaceFile)
  async replace(
    { params }: OperationInput<Operations['replaceFile']>,
    @Req() request: FastifyRequest,
    @Write() write: WriteRequest,
  ) {
    const { fields, file } = await readUploadForm(request, this.incoming, this.#maxUploadBytes);
    const name = fields['original_filename'];
    return this.replacement.replace(params.media_slug, file, typeof name === 'string' ? name : null, write);
  }

  @Contract(mediaRecordOperations.undoReplacement)
  undo({ params }: OperationInput<Operations['undoReplacement']>, @Write() write: WriteRequest) {
    return this.replacement.undo(params.media_slug, write);
  }
}
