import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import { JobQueues } from '../../queues/index.ts';

export const BOARD_PATH = '/ops/queues';

/** Hash of the only inline style that the board's dialogs add to the page. It hides the scroll bar. */
const DIALOG_STYLE = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/** The board's page sets a `<base>` URL and adds that style. Otherwise it has the same policy as every page. */
const allowBoard = (policy: string) =>
  policy.replace("base-uri 'none'", "base-uri 'self'").replace("style-src 'self'", `style-src 'self' ${DIALOG_STYLE}`);

/** Removes the external font and the inline-styled loading screen, which the policy blocks. */
const withoutBlockedParts = (html: string) =>
  html
    .replace(/<link [^>]*href="https?:[^>]*>/g, '')
    .replace(/(<div id="root">)[\s\S]*?(<\/div>\s*)(?=<script defer)/, '$1$2');

const isPage = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/html');

/** Connection-level headers, which this server sets itself. */
const CONNECTION_HEADERS = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

/**
 * The queue board, behind the same guard, headers and origin checks as every other route. The library is large and rarely used, so it
 * is loaded on first use, as a server that doesn't listen on a port. This class injects requests into it.
 */
@Injectable()
export class QueueBoard implements OnModuleInit, OnApplicationShutdown {
  readonly #server: FastifyInstance;
  #board: Promise<FastifyInstance> | undefined;

  constructor(
    { httpAdapter }: HttpAdapterHost,
    private readonly queues: JobQueues,
  ) {
    this.#server = httpAdapter.getInstance<FastifyInstance>();
  }

  onModuleInit(): void {
    // Awaiting this would start the server before Nest has registered its routes.
    void this.#server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      const handler = (request: FastifyRequest, reply: FastifyReply) => this.#forward(request, reply);
      const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
      for (const url of [BOARD_PATH, `${BOARD_PATH}/*`])
        scope.route({ method, url, config: { access: 'operator' }, handler });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.#board?.catch(() => undefined))?.close();
  }

  async #forward({ id, method, url, headers, body }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const board = await this.#load();
    const forwarded = { method, url, headers: { ...headers, 'x-request-id': id }, payload: body } as InjectOptions;
    const response = await board.inject(forwarded);
    const responseHeaders = Object.entries(response.headers).filter(([name]) => !CONNECTION_HEADERS.includes(name));
    reply.code(response.statusCode).headers(Object.fromEntries(responseHeaders));
    if (!isPage(reply)) return reply.send(response.rawPayload);
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string') reply.header('content-security-policy', allowBoard(policy));
    return reply
      .removeHeader('content-length')
      .header('cache-control', 'no-store')
      .send(withoutBlockedParts(response.payload));
  }

  #load(): Promise<FastifyInstance> {
    this.#board ??= import('./board-server.ts')
      .then(({ boardServer }) => boardServer(this.queues.all, BOARD_PATH))
      .catch((error: unknown) => {
        this.#board = undefined;
        throw error;
      });
    return this.#board;
  }
}
