import { Readable } from 'node:stream';
import { ingestOperations } from '@archive/contracts';
import { Controller, Headers, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type OperationInput, Contract } from '../../common/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Accounts, identityOf, SessionWatch, Username } from '../auth/index.ts';
import { readUpload } from './document-upload.ts';
import { IngestControl } from './ingest-control.ts';
import { IngestEvents } from './ingest-events.ts';
import { DocumentMarks } from './ingest-marks.ts';
import { IngestQueries } from './ingest-queries.ts';
import { IngestService } from './ingest.service.ts';
import { reportCsv } from './report-csv.ts';
import { ConflictResolver } from './resolve/conflict-resolver.ts';
import { NameResolver } from './resolve/name-resolver.ts';
import { IngestUndo } from './undo/ingest-undo.ts';

@Controller()
export class IngestController {
  readonly #ingest: IngestService;
  readonly #queries: IngestQueries;
  readonly #marks: DocumentMarks;
  readonly #control: IngestControl;
  readonly #conflicts: ConflictResolver;
  readonly #names: NameResolver;
  readonly #undoing: IngestUndo;
  readonly #events: IngestEvents;
  readonly #sessions: SessionWatch;
  readonly #accounts: Accounts;

  constructor(
    ingest: IngestService,
    queries: IngestQueries,
    marks: DocumentMarks,
    control: IngestControl,
    conflicts: ConflictResolver,
    names: NameResolver,
    undoing: IngestUndo,
    events: IngestEvents,
    sessions: SessionWatch,
    accounts: Accounts,
  ) {
    this.#ingest = ingest;
    this.#queries = queries;
    this.#marks = marks;
    this.#control = control;
    this.#conflicts = conflicts;
    this.#names = names;
    this.#undoing = undoing;
    this.#events = events;
    this.#sessions = sessions;
    this.#accounts = accounts;
  }

  @Contract(ingestOperations.start, { fromMultipart: readUpload })
  start(
    { query, body }: OperationInput<typeof ingestOperations.start>,
    @Write() { changedBy, idempotency }: WriteRequest,
  ) {
    const { dry_run: dryRun, clear_empty: clearEmpty, ask_columns: askColumns } = query;
    const confirmed = confirmationsIn(query);
    return this.#ingest.start(
      { ...body, dryRun, clearEmpty, askColumns, confirmed, startedBy: changedBy },
      idempotency,
    );
  }

  @Contract(ingestOperations.status)
  status() {
    return this.#queries.status();
  }

  @Contract(ingestOperations.get)
  get({ params }: OperationInput<typeof ingestOperations.get>) {
    return this.#queries.report(params.operation_id);
  }

  @Contract(ingestOperations.plan)
  plan({ params, query }: OperationInput<typeof ingestOperations.plan>) {
    return this.#queries.plan(params.operation_id, { ...query, action: query.action });
  }

  @Contract(ingestOperations.names)
  names({ params, query }: OperationInput<typeof ingestOperations.names>) {
    return this.#queries.names(params.operation_id, query);
  }

  @Contract(ingestOperations.decide)
  decide({ params, body }: OperationInput<typeof ingestOperations.decide>, @Username() username: string) {
    return this.#names.decide(params.operation_id, body.decisions, username);
  }

  @Contract(ingestOperations.mapColumns)
  mapColumns({ params, body }: OperationInput<typeof ingestOperations.mapColumns>, @Username() username: string) {
    return this.#names.mapColumns(params.operation_id, body, username);
  }

  @Contract(ingestOperations.rows)
  rows({ params, body }: OperationInput<typeof ingestOperations.rows>) {
    return this.#queries.rows(params.operation_id, body);
  }

  @Contract(ingestOperations.marks)
  marks({ params }: OperationInput<typeof ingestOperations.marks>) {
    return this.#marks.get(params.operation_id);
  }

  @Contract(ingestOperations.mark)
  mark({ params, body }: OperationInput<typeof ingestOperations.mark>, @Username() username: string) {
    return this.#marks.save(params.operation_id, body, username);
  }

  @Contract(ingestOperations.document)
  document({ params }: OperationInput<typeof ingestOperations.document>) {
    return this.#queries.document(params.operation_id);
  }

  @Contract(ingestOperations.report)
  async report({ params }: OperationInput<typeof ingestOperations.report>): Promise<StreamableFile> {
    const { filename } = await this.#queries.operation(params.operation_id);
    const name = `${filename.replace(/\.[^.]*$/, '').replaceAll(/[^\w.-]+/g, '-') || 'document'}-report.csv`;
    return new StreamableFile(Readable.from(reportCsv(this.#queries, params.operation_id)), {
      type: 'text/csv; charset=utf-8',
      disposition: `attachment; filename="${name}"`,
    });
  }

  @Contract(ingestOperations.events)
  async events(
    { params }: OperationInput<typeof ingestOperations.events>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('last-event-id') last?: string,
  ): Promise<StreamableFile | undefined> {
    const stream = await this.#events.open(params.operation_id, last);
    reply.header('cache-control', 'no-store');
    if (!stream) {
      reply.code(204);
      return undefined;
    }
    if (request.sessionKey)
      stream.on(
        'close',
        this.#sessions.watch(request.sessionKey, () => stream.end()),
      );
    // Keeps proxies from buffering events.
    reply.header('x-accel-buffering', 'no');
    return new StreamableFile(stream, { type: 'text/event-stream' });
  }

  @Contract(ingestOperations.resolve)
  resolve({ params, body }: OperationInput<typeof ingestOperations.resolve>, @Username() username: string) {
    const id = params.operation_id;
    return 'all' in body
      ? this.#conflicts.resolveAll(id, body.all, username)
      : this.#conflicts.resolve(id, body.choices, username);
  }

  @Contract(ingestOperations.cancel)
  cancel({ params }: OperationInput<typeof ingestOperations.cancel>, @Username() username: string) {
    return this.#control.cancel(params.operation_id, username);
  }

  @Contract(ingestOperations.retry)
  retry({ params }: OperationInput<typeof ingestOperations.retry>) {
    return this.#control.retry(params.operation_id);
  }

  @Contract(ingestOperations.apply)
  apply({ params, query }: OperationInput<typeof ingestOperations.apply>, @Username() username: string) {
    return this.#control.apply(params.operation_id, {
      username,
      confirmed: confirmationsIn(query),
    });
  }

  @Contract(ingestOperations.approve)
  async approve({ params, body }: OperationInput<typeof ingestOperations.approve>, @Req() request: FastifyRequest) {
    const identity = identityOf(request);
    const names = await this.#accounts.namesOf(identity);
    return this.#control.approve(params.operation_id, body.updated_at, identity.name, names);
  }

  @Contract(ingestOperations.refresh)
  refresh({ params, body }: OperationInput<typeof ingestOperations.refresh>, @Username() username: string) {
    return this.#ingest.refresh(params.operation_id, body.document, username);
  }

  @Contract(ingestOperations.undo)
  undo({ params }: OperationInput<typeof ingestOperations.undo>, @Req() request: FastifyRequest) {
    return this.#undoing.undo(params.operation_id, identityOf(request));
  }
}

const confirmationsIn = (query: OperationInput<typeof ingestOperations.apply>['query']) => ({
  removals: query.confirm_removals,
  sameDay: query.confirm_same_day,
  names: query.confirm_names,
});
