import { Readable } from 'node:stream';
import { ingestCalls, MAX_DOCUMENT_BYTES } from '@archive/contracts';
import { Controller, Headers, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type CallInput, Contract, IdempotencyKey, type KeyedRequest } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { readUpload } from './document-upload.ts';
import { IngestControl } from './ingest-control.ts';
import { IngestEvents } from './ingest-events.ts';
import { IngestReads } from './ingest-reads.ts';
import { IngestService } from './ingest.service.ts';
import { reportCsv } from './report-csv.ts';
import { IngestSettling } from './settle/settling.ts';
import { IngestUndoing } from './undo/undoing.ts';

/** JSON writes a character of the document in up to this many bytes, where it is not out of the ordinary. */
const ESCAPED = 2;

@Controller()
export class IngestController {
  readonly #ingest: IngestService;
  readonly #reads: IngestReads;
  readonly #control: IngestControl;
  readonly #settling: IngestSettling;
  readonly #undoing: IngestUndoing;
  readonly #events: IngestEvents;

  constructor(
    ingest: IngestService,
    reads: IngestReads,
    control: IngestControl,
    settling: IngestSettling,
    undoing: IngestUndoing,
    events: IngestEvents,
  ) {
    this.#ingest = ingest;
    this.#reads = reads;
    this.#control = control;
    this.#settling = settling;
    this.#undoing = undoing;
    this.#events = events;
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
    return this.#reads.status();
  }

  @Contract(ingestCalls.get)
  get({ params }: CallInput<typeof ingestCalls.get>) {
    return this.#reads.report(params.operation_id);
  }

  @Contract(ingestCalls.plan)
  plan({ params, query }: CallInput<typeof ingestCalls.plan>) {
    return this.#reads.plan(params.operation_id, { ...query, action: query.action });
  }

  @Contract(ingestCalls.document)
  document({ params }: CallInput<typeof ingestCalls.document>) {
    return this.#reads.document(params.operation_id);
  }

  @Contract(ingestCalls.report)
  async report({ params }: CallInput<typeof ingestCalls.report>): Promise<StreamableFile> {
    const { filename } = await this.#reads.operation(params.operation_id);
    const name = `${filename.replace(/\.[^.]*$/, '').replaceAll(/[^\w.-]+/g, '-') || 'document'}-report.csv`;
    return new StreamableFile(Readable.from(reportCsv(this.#reads, params.operation_id)), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${name}"`,
    });
  }

  @Contract(ingestCalls.events)
  async events(
    { params }: CallInput<typeof ingestCalls.events>,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('last-event-id') last?: string,
  ): Promise<StreamableFile | undefined> {
    const stream = await this.#events.open(params.operation_id, last);
    reply.header('cache-control', 'no-store');
    if (!stream) {
      reply.code(204);
      return undefined;
    }
    // Proxies that gather answers would hold events back.
    reply.header('x-accel-buffering', 'no');
    return new StreamableFile(stream, { type: 'text/event-stream' });
  }

  @Contract(ingestCalls.settle)
  settle({ params, body }: CallInput<typeof ingestCalls.settle>, @Username() username: string) {
    return this.#settling.settle(params.operation_id, body.choices, username);
  }

  @Contract(ingestCalls.cancel)
  cancel({ params }: CallInput<typeof ingestCalls.cancel>, @Username() username: string) {
    return this.#control.cancel(params.operation_id, username);
  }

  @Contract(ingestCalls.retry)
  retry({ params }: CallInput<typeof ingestCalls.retry>) {
    return this.#control.retry(params.operation_id);
  }

  @Contract(ingestCalls.apply)
  apply({ params }: CallInput<typeof ingestCalls.apply>, @Username() username: string) {
    return this.#control.apply(params.operation_id, username);
  }

  @Contract(ingestCalls.undo)
  undo({ params }: CallInput<typeof ingestCalls.undo>, @Username() username: string) {
    return this.#undoing.undo(params.operation_id, username);
  }
}
