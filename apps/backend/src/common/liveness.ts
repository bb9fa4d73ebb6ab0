import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

/** Longer than the timeout of any check: a check that takes this long has failed. */
const TIMEOUT_MS = 25_000;
const CHECKS_PER_LIMIT = 6;

interface RecoveryCheck {
  /** Public: shown without signing in. */
  reason: string;
  /** How long the process may fail before it counts as unable to recover. */
  limitMs: number;
  /** Rejects or stays pending while the process's open connections do not work. */
  works: () => Promise<unknown>;
  /** The same with a new connection. Rejects while the service itself is unavailable. */
  worksOnNewConnection: () => Promise<unknown>;
}

/**
 * Decides whether this process can recover by itself. It can while a service is unavailable, however long. It can't if its open connections
 * fail for longer than the limit although the service answers a new connection: then only a restart helps.
 */
@Injectable()
export class Liveness implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #checks: RecoveryCheck[] = [];
  readonly #stopping = new AbortController();
  readonly #failed = new AbortController();
  #failure: string | undefined;

  watch(check: RecoveryCheck): void {
    this.#checks.push(check);
  }

  /** Why the process can't recover; undefined while it can. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Aborted when the process can't recover. */
  get failed(): AbortSignal {
    return this.#failed.signal;
  }

  onApplicationBootstrap(): void {
    for (const check of this.#checks) void this.#follow(check);
  }

  onApplicationShutdown(): void {
    this.#stopping.abort();
  }

  async #follow({ reason, limitMs, works, worksOnNewConnection }: RecoveryCheck): Promise<void> {
    const { signal } = this.#stopping;
    let failingSince: number | undefined;
    for (;;) {
      await pause(limitMs / CHECKS_PER_LIMIT, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      const startedAt = performance.now();
      const canRecover = (await succeeds(works)) || !(await succeeds(worksOnNewConnection));
      failingSince = canRecover ? undefined : (failingSince ?? startedAt);
      if (failingSince === undefined || performance.now() - failingSince < limitMs) continue;
      this.#failure = reason;
      this.#failed.abort(reason);
      return;
    }
  }
}

async function succeeds(check: () => Promise<unknown>): Promise<boolean> {
  const { promise: timeout, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), TIMEOUT_MS).unref();
  const attempt = check().then(
    () => true,
    () => false,
  );
  return Promise.race([attempt, timeout]).finally(() => clearTimeout(timer));
}
