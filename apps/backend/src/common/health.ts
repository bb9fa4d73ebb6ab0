import { Injectable } from '@nestjs/common';

/** Resolves while the dependency works; rejects or stays pending when it does not. */
type Check = () => Promise<unknown>;
/** Resolves with a one-sentence warning while something needs attention. */
type Warning = () => Promise<string | undefined>;

const TIMEOUT_MS = 2000;
const NO_RESPONSE = 'Does not respond.';

/** A reason that is safe to show publicly. Other errors are reported as "no response". */
export class HealthError extends Error {}

/** The dependencies of this process by name. A module adds its own: `health.watch('queue', () => queue.ping())`. */
@Injectable()
export class Health {
  readonly #checks = new Map<string, Check>();
  readonly #warnings: Warning[] = [];

  watch(name: string, check: Check): void {
    this.#checks.set(name, check);
  }

  /** Adds a public warning: it must not contain figures or paths. */
  warn(warning: Warning): void {
    this.#warnings.push(warning);
  }

  /** Checks all dependencies at once; one that does not respond within two seconds is down. */
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
    return { status: 'down' as const, detail: error instanceof HealthError ? error.message : NO_RESPONSE };
  } finally {
    clearTimeout(timer);
  }
}
