import { UserError } from '@archive/postgres';
import type { Steps } from '../steps.ts';

/** What the walk has checked, and with which result. */
export class Checks {
  readonly #steps: Steps;
  readonly results: { name: string; seconds: number; result: string; passed: boolean }[] = [];

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  get failed(): number {
    return this.results.filter(({ passed }) => !passed).length;
  }

  table(): string {
    return this.results
      .map(({ name, seconds, result }) => `  ${name.padEnd(42)}${seconds.toFixed(1).padStart(7)} s  ${result}`)
      .join('\n');
  }

  /** A check without which the others mean nothing. @throws a `UserError` if it fails */
  async require(name: string, work: (show: (state: string) => void) => Promise<string | void>): Promise<void> {
    if (!(await this.check(name, work))) throw new UserError(`The walk ends here, because this failed: ${name}.`);
  }

  /** Runs one check, whose result is a note. Returns whether it passed; a failed one does not end the walk. */
  async check(name: string, work: (show: (state: string) => void) => Promise<string | void>): Promise<boolean> {
    const startedAt = performance.now();
    const add = (result: string, passed: boolean) =>
      this.results.push({ name, seconds: (performance.now() - startedAt) / 1000, result, passed });
    try {
      add((await this.#steps.run(name, work, (note) => note ?? '')) ?? '', true);
      return true;
    } catch (error) {
      const message = (error as Error).message;
      this.#steps.print(`  ${name}\n    FAILED: ${message.replaceAll('\n', '\n    ')}`);
      add(`FAILED: ${message.split('\n')[0]}`, false);
      return false;
    }
  }
}

/** @throws an error with `message` unless the value is true */
export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Waits until `attempt` returns something. @throws with its last error, or with `what` */
export async function waitFor<T>(what: string, seconds: number, attempt: () => Promise<T | undefined>): Promise<T> {
  let reason = '';
  for (const end = Date.now() + seconds * 1000; ;) {
    const result = await attempt().catch((error: Error) => void (reason = `: ${error.message}`));
    if (result !== undefined) return result;
    if (Date.now() > end) throw new Error(`${what} did not happen in ${seconds} s${reason}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
