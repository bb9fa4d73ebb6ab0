import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import { JobQueues } from '../../queues/index.ts';
import { BOARD_PATH } from './board-path.ts';

/** The one style that the library's dialogs write into the page: the bar that they hide. */
const DIALOG_STYLE = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/** The page names its own address as the base of its links, and brings that style; nothing else differs from the policy of all pages. */
const loosen = (policy: string) =>
  policy.replace("base-uri 'none'", "base-uri 'self'").replace("style-src 'self'", `style-src 'self' ${DIALOG_STYLE}`);

/**
 * The library's page loads a font from elsewhere and paints its waiting with inline styles, both of which the policy refuses: the page
 * goes without.
 */
const withoutStrangers = (html: string) =>
  html
    .replace(/<link [^>]*href="https?:[^>]*>/g, '')
    .replace(/(<div id="root">)[\s\S]*?(<\/div>\s*)(?=<script defer)/, '$1$2');

const isPage = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('text/html');

/** Of the connection, which is this server's own. */
const OF_THE_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

/**
 * The queue board, behind the same guard, headers and checks of origin as every other route. Its library is large, and few ever open
 * it: it is a server of its own, made when somebody does, that listens nowhere and is asked from here.
 */
@Injectable()
export class QueueBoard implements OnModuleInit, OnApplicationShutdown {
  readonly #server: FastifyInstance;
  readonly #queues: JobQueues;
  #opened: Promise<FastifyInstance> | undefined;

  constructor({ httpAdapter }: HttpAdapterHost, queues: JobQueues) {
    this.#server = httpAdapter.getInstance<FastifyInstance>();
    this.#queues = queues;
  }

  onModuleInit(): void {
    // Awaiting it here would let the server load, before Nest has given it its routes.
    void this.#server.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      const handler = (request: FastifyRequest, reply: FastifyReply) => this.#answer(request, reply);
      const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
      for (const url of [BOARD_PATH, `${BOARD_PATH}/*`]) scope.route({ method, url, handler });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await (await this.#opened?.catch(() => undefined))?.close();
  }

  async #answer({ id, method, url, headers, body }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const board = await this.#open();
    const asked = { method, url, headers: { ...headers, 'x-request-id': id }, payload: body } as InjectOptions;
    const answer = await board.inject(asked);
    const kept = Object.entries(answer.headers).filter(([name]) => !OF_THE_CONNECTION.includes(name));
    reply.code(answer.statusCode).headers(Object.fromEntries(kept));
    if (!isPage(reply)) return reply.send(answer.rawPayload);
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string') reply.header('content-security-policy', loosen(policy));
    return reply
      .removeHeader('content-length')
      .header('cache-control', 'no-store')
      .send(withoutStrangers(answer.payload));
  }

  #open(): Promise<FastifyInstance> {
    this.#opened ??= import('./board-server.ts')
      .then(({ boardServer }) => boardServer(this.#queues.all))
      .catch((error: unknown) => {
        this.#opened = undefined;
        throw error;
      });
    return this.#opened;
  }
}
