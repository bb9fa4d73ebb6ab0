import { frontendOperations } from '@archive/contracts';
import { Controller, Inject, Req, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { behindTls, type OperationInput, Contract } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { readCookie, SessionWatch } from '../auth/index.ts';
import { PageFilesOfBuilds } from './page-files.ts';
import { ReleaseEvents } from './release-events.ts';
import { FrontendRegistry } from './registry.ts';
import { FrontendReports } from './reports.ts';

/** The registry for browsers, and their reports. */
@Controller()
export class FrontendsController {
  readonly #config: Config;
  readonly #registry: FrontendRegistry;
  readonly #pageFiles: PageFilesOfBuilds;
  readonly #reports: FrontendReports;
  readonly #events: ReleaseEvents;
  readonly #sessions: SessionWatch;

  constructor(
    @Inject(CONFIG) config: Config,
    registry: FrontendRegistry,
    pageFiles: PageFilesOfBuilds,
    reports: FrontendReports,
    events: ReleaseEvents,
    sessions: SessionWatch,
  ) {
    this.#config = config;
    this.#registry = registry;
    this.#pageFiles = pageFiles;
    this.#reports = reports;
    this.#events = events;
    this.#sessions = sessions;
  }

  @Contract(frontendOperations.registry)
  async registry(
    _input: OperationInput<typeof frontendOperations.registry>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    reply.header('cache-control', 'no-cache');
    return this.#pageFiles.complete(this.#registry.forSession(this.#sessionOf(request), await this.#registry.fresh()));
  }

  @Contract(frontendOperations.failure)
  failure({ body }: OperationInput<typeof frontendOperations.failure>, @Req() request: FastifyRequest): Promise<void> {
    return this.#reports.record(this.#sessionOf(request) ?? '', body);
  }

  @Contract(frontendOperations.shown)
  shown({ body }: OperationInput<typeof frontendOperations.shown>, @Req() request: FastifyRequest): Promise<void> {
    return this.#reports.record(this.#sessionOf(request) ?? '', body);
  }

  @Contract(frontendOperations.events)
  async events(
    _input: OperationInput<typeof frontendOperations.events>,
    @Req() { sessionKey }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const stream = await this.#events.open();
    if (sessionKey)
      stream.on(
        'close',
        this.#sessions.watch(sessionKey, () => stream.end()),
      );
    // Keeps proxies from buffering events.
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    return new StreamableFile(stream, { type: 'text/event-stream' });
  }

  #sessionOf(request: FastifyRequest): string | undefined {
    return readCookie(request, 'session', behindTls(this.#config, request));
  }
}
