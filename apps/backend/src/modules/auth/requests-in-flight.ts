import { MAX_REQUESTS_IN_FLIGHT } from '@archive/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../common/index.ts';

const RETRY_SECONDS = 1;

/** Limits the number of concurrent requests per session or token, so that one client can't use up the server. */
export class RequestsInFlight {
  readonly #counts = new Map<string, number>();

  /**
   * Counts a request until its response has been sent or its connection is closed.
   * @param caller identifies the session or token
   * @throws Problem 429 if the caller already has too many concurrent requests
   */
  enter(caller: string, { routeOptions: { config } }: FastifyRequest, reply: FastifyReply): void {
    // If the connection was closed while the session was looked up, `close` is never emitted.
    if (reply.raw.destroyed) return;
    const kind = config.operation ? 'operations' : 'files';
    const key = `${kind} ${caller}`;
    const count = this.#counts.get(key) ?? 0;
    if (count >= MAX_REQUESTS_IN_FLIGHT[kind])
      throw new Problem(429, 'Too many requests at the same time. Please try again in a moment.', {
        headers: { 'retry-after': String(RETRY_SECONDS) },
      });
    this.#counts.set(key, count + 1);
    reply.raw.once('close', () => this.#leave(key));
  }

  #leave(key: string): void {
    const remaining = (this.#counts.get(key) ?? 1) - 1;
    if (remaining > 0) this.#counts.set(key, remaining);
    else this.#counts.delete(key);
  }
}
