import { isNativeError } from 'node:util/types';
import { setTimeout as pause } from 'node:timers/promises';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const UNIQUE_VIOLATION = '23505';

/** Maximum attempts of a transaction, by the kind of failure. */
const MAX_ATTEMPTS: Record<string, number> = {
  [SERIALIZATION_FAILURE]: 6,
  [DEADLOCK]: 6,
  // Another transaction took the name first. The second attempt detects and reports that it is taken.
  [UNIQUE_VIOLATION]: 3,
};
const FIRST_PAUSE_MS = 10;

/** PostgreSQL's error code, even if MikroORM has wrapped the error. */
export function sqlState(error: unknown): string | undefined {
  for (
    let current: unknown = error, depth = 0;
    isNativeError(current) && depth < 5;
    current = current.cause, depth += 1
  )
    if ('code' in current && typeof current.code === 'string' && current.code.length === 5) return current.code;
  return undefined;
}

/**
 * Retries a transaction after a random delay if it failed because of a concurrent transaction. `work` must start over each time.
 */
export async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempts >= (MAX_ATTEMPTS[sqlState(error) ?? ''] ?? 1)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempts - 1) * (0.5 + Math.random()));
    }
  }
}
