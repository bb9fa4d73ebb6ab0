import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

/** Longer than the timeout of any check. A check that takes this long has failed. */
const TIMEOUT_MS = 25_000;
const CHECKS_PER_LIMIT = 6;

interface RecoveryCheck {
  /** The reason for a failure. It is public, so it is shown without signing in. */
  reason: string;
  /** Time that the check may fail before the process is considered unable to recover. */
  limitMs: number;
  /** Checks the process's open connections. Rejects or stays pending while they don't work. */
  works: () => Promise<unknown>;
  /** Checks with a new connection. Rejects while the service itself is unavailable. */
  worksOnNewConnection: () => Promise<unknown>;
}

/**
 * Decides whether this process can recover without a restart. It can recover from an unavailable service, no matter how long the outage
 * is. It can't if its open connections fail for longer than the limit although the service responds on a new connection.
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

  /** A signal that is aborted when the process can't recover. */
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
