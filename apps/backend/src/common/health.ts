import { Global, Injectable, Module } from '@nestjs/common';

/** Resolves while the dependency works; rejects, or stays silent, when it does not. */
type Check = () => Promise<unknown>;

const PATIENCE_MS = 2000;
const SILENT = 'Does not answer.';

/** A reason for being down that anyone may read. Other errors are told as silence. */
export class HealthError extends Error {}

/** The dependencies of this process by name. A module adds its own: `health.watch('queue', () => queue.ping())`. */
@Injectable()
export class Health {
  readonly #checks = new Map<string, Check>();

  watch(name: string, check: Check): void {
    this.#checks.set(name, check);
  }

  /** Asks all at once; who does not answer within two seconds counts as down. */
  async look() {
    const states = await Promise.all(
      [...this.#checks].map(async ([name, check]) => [name, await stateOf(check)] as const),
    );
    const down = states.some(([, state]) => state.status === 'down');
    return { status: down ? ('down' as const) : ('up' as const), dependencies: Object.fromEntries(states) };
  }
}

async function stateOf(check: Check) {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new HealthError(SILENT)), PATIENCE_MS);
  try {
    await Promise.race([check(), silence]);
    return { status: 'up' as const, detail: null };
  } catch (error) {
    return { status: 'down' as const, detail: error instanceof HealthError ? error.message : SILENT };
  } finally {
    clearTimeout(timer);
  }
}

@Global()
@Module({ providers: [Health], exports: [Health] })
export class HealthModule {}
