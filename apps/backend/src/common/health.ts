import { setTimeout as pause } from 'node:timers/promises';
import { rejectionSentence } from '@archive/contracts';
import { Global, Injectable, Module } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { Liveness } from './liveness.ts';
import { StorageRejectedError } from './unavailable.ts';

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

interface ServerDrain {
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

/** Resolves if the dependency works. Rejects or stays pending if it doesn't. */
type Check = () => Promise<unknown>;
/** Resolves with a one-sentence warning if something needs attention. */
type Warning = () => Promise<string | undefined>;

const TIMEOUT_MS = 2000;
const NO_RESPONSE = 'Does not respond.';

/** A reason that is safe to show publicly. Other errors are reported as "no response". */
export class HealthError extends Error {}

/** Health checks of this process's dependencies, by name. Each module registers its own: `health.watch('queue', () => queue.ping())`. */
@Injectable()
export class Health {
  readonly #checks = new Map<string, Check>();
  readonly #warnings: Warning[] = [];

  watch(name: string, check: Check): void {
    this.#checks.set(name, check);
  }

  /** Adds a public warning, which must not contain figures or paths. */
  warn(warning: Warning): void {
    this.#warnings.push(warning);
  }

  /** Checks all dependencies concurrently. A dependency that doesn't respond within two seconds is reported as down. */
  async check() {
    const [states, warnings] = await Promise.all([
      Promise.all([...this.#checks].map(async ([name, check]) => [name, await stateOf(check)] as const)),
      Promise.all(this.#warnings.map((warning) => warning().catch(() => undefined))),
    ]);
    const isDown = states.some(([, state]) => state.status === 'down');
    return {
      status: isDown ? ('down' as const) : ('up' as const),
      dependencies: Object.fromEntries(states),
      warnings: warnings.filter((sentence) => sentence !== undefined),
    };
  }
}

async function stateOf(check: Check) {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new HealthError(NO_RESPONSE)), TIMEOUT_MS);
  try {
    await Promise.race([check(), timeout]);
    return { status: 'up' as const, detail: null };
  } catch (error) {
    if (error instanceof StorageRejectedError)
      return { status: 'down' as const, detail: rejectionSentence(error.rejection), rejected: true as const };
    return { status: 'down' as const, detail: error instanceof HealthError ? error.message : NO_RESPONSE };
  } finally {
    clearTimeout(timer);
  }
}

@Global()
@Module({ providers: [Health, Drain, Liveness], exports: [Health, Drain, Liveness] })
export class HealthModule {}
