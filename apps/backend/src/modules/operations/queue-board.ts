import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { problemOf, sendProblem } from '../../common/index.ts';
import { JobQueues } from '../../queues/index.ts';

export const BOARD_PATH = '/ops/queues';

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

/** The queue board: a plugin of the server's, behind the same guard, headers and checks of origin as every other route. */
@Injectable()
export class QueueBoard implements OnModuleInit {
  readonly #server: FastifyInstance;
  readonly #queues: JobQueues;

  constructor({ httpAdapter }: HttpAdapterHost, queues: JobQueues) {
    this.#server = httpAdapter.getInstance<FastifyInstance>();
    this.#queues = queues;
  }

  onModuleInit(): void {
    const adapter = new FastifyAdapter().setBasePath(BOARD_PATH);
    createBullBoard({
      queues: this.#queues.all.map((queue) => new BullMQAdapter(queue)),
      serverAdapter: adapter,
      options: {
        uiConfig: { boardTitle: 'Queues', miscLinks: [{ text: 'Operations', url: '/ops' }] },
      },
    });
    // Awaiting it here would let the server load, before Nest has given it its routes.
    void this.#server.register(
      async (scope) => {
        scope.addHook('onRoute', (route) => {
          // The library's own handler would tell stacks.
          route.errorHandler = (error, request, reply) => sendProblem(request, reply, problemOf(error));
        });
        scope.addHook('onSend', async (_request, reply, payload) => {
          if (!isPage(reply) || typeof payload !== 'string') return payload;
          const policy = reply.getHeader('content-security-policy');
          if (typeof policy === 'string') reply.header('content-security-policy', loosen(policy));
          reply.header('cache-control', 'no-store');
          return withoutStrangers(payload);
        });
        await scope.register(adapter.registerPlugin());
      },
      { prefix: BOARD_PATH },
    );
  }
}
