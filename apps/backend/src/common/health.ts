import { rejectionSentence } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { StorageRejectedError } from './unavailable.ts';

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
