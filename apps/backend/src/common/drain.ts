import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { type Health, HealthError } from './health.ts';

/** Time that requests in flight get to finish after the drain. */
const FINISH_MS = 18_000;
const CHECK_MS = 100;

/** Tracks whether the process has been asked to stop. */
@Injectable()
export class Drain {
  readonly #stopping = new AbortController();

  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  begin(): void {
    this.#stopping.abort();
  }
}

export interface ServerDrain {
  /**
   * Makes the readiness check fail, asks clients to close their connection with each response, and resolves after enough time for a load
   * balancer to notice. Every request still gets a response.
   */
  drain(): Promise<void>;
  /**
   * Call it when the server closes. When the last response has been sent, ends connections without a request, such as those that browsers
   * open in advance. After 18 seconds, ends all connections.
   */
  closeConnections(): void;
}

/** Prepares a server for a graceful shutdown. */
export function prepareDrain(server: FastifyInstance, health: Health, drain: Drain, drainMs: number): ServerDrain {
  let inFlight = 0;
  server.addHook('onRequest', (_request, reply, done) => {
    if (!reply.raw.destroyed) {
      inFlight += 1;
      reply.raw.once('close', () => (inFlight -= 1));
    }
    done();
  });
  server.addHook('onSend', async (_request, reply) => {
    if (drain.signal.aborted) void reply.header('connection', 'close');
  });
  return {
    async drain() {
      health.watch('process', () => Promise.reject(new HealthError('Is stopping.')));
      drain.begin();
      await pause(drainMs);
    },
    closeConnections() {
      const until = Date.now() + FINISH_MS;
      setInterval(() => {
        if (inFlight === 0 || Date.now() >= until) server.server.closeAllConnections();
      }, CHECK_MS).unref();
    },
  };
}
