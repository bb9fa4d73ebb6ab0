import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { type Health, HealthError } from './health.ts';

/**
 * Prepares a server for shutdown. The returned function makes readiness fail, asks clients to close their connection with each
 * response, and resolves after `ms`: time for a load balancer to notice, while every request is still answered.
 */
export function prepareDrain(server: FastifyInstance, health: Health, ms: number): () => Promise<void> {
  let isDraining = false;
  server.addHook('onSend', async (_request, reply) => {
    if (isDraining) void reply.header('connection', 'close');
  });
  return async () => {
    isDraining = true;
    health.watch('process', () => Promise.reject(new HealthError('Is stopping.')));
    await pause(ms);
  };
}
