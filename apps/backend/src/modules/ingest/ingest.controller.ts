import { ingestCalls, MAX_DOCUMENT_BYTES } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract, IdempotencyKey, type KeyedRequest } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { readUpload } from './document-upload.ts';
import { IngestService } from './ingest.service.ts';

/** JSON writes a character of the document in up to this many bytes, where it is not out of the ordinary. */
const ESCAPED = 2;

@Controller()
export class IngestController {
  readonly #ingest: IngestService;

  constructor(ingest: IngestService) {
    this.#ingest = ingest;
  }

  @Contract(ingestCalls.start, { bodyLimit: ESCAPED * MAX_DOCUMENT_BYTES, fromMultipart: readUpload })
  start(
    { query, body }: CallInput<typeof ingestCalls.start>,
    @Username() username: string,
    @IdempotencyKey() once?: KeyedRequest,
  ) {
    return this.#ingest.start({ ...body, dryRun: query.dry_run, startedBy: username }, once);
  }

  @Contract(ingestCalls.status)
  status() {
    return this.#ingest.status();
  }

  @Contract(ingestCalls.get)
  get({ params }: CallInput<typeof ingestCalls.get>) {
    return this.#ingest.report(params.operation_id);
  }
}
