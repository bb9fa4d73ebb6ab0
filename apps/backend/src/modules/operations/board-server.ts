import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import { fastify, type FastifyInstance } from 'fastify';
import { notFound, Problem, toProblem, requestIdOf, sendProblem } from '../../common/index.ts';

/** Only the archive knows what a job of its queues must contain. */
const NOT_ADDED = new Problem(403, 'Jobs can’t be added here. The archive adds them itself.');

/** The queue board as a Fastify server that doesn't listen on a port. */
export async function boardServer(queues: readonly Queue[], basePath: string): Promise<FastifyInstance> {
  const adapter = new FastifyAdapter().setBasePath(basePath);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'Queues', miscLinks: [{ text: 'System status', url: '/ops' }] } },
  });
  const server = fastify({ genReqId: requestIdOf, routerOptions: { ignoreTrailingSlash: true } });
  server.setNotFoundHandler((request, reply) => sendProblem(request, reply, notFound()));
  await server.register(
    async (scope) => {
      scope.addHook('onRoute', (route) => {
        // The library's own handler would expose stack traces.
        if (route.url.endsWith('/add')) route.handler = (request, reply) => sendProblem(request, reply, NOT_ADDED);
        route.errorHandler = (error, request, reply) => sendProblem(request, reply, toProblem(error));
      });
      await scope.register(adapter.registerPlugin());
    },
    { prefix: basePath },
  );
  return server.ready() as unknown as Promise<FastifyInstance>;
}
