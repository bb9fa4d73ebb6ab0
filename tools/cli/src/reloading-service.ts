import { join } from 'node:path';
import type { Child } from './child.ts';
import { type ServiceOptions, Supervised } from './supervised.ts';

const STANDBY = join(import.meta.dirname, 'standby.mjs');
/** A connection that stays open must not delay the next program. */
const STOP_TIMEOUT_MS = 1000;
/** Delay before the next process loads its packages, so that it doesn't slow down the start of the current one. */
const STANDBY_DELAY_MS = 1500;

export interface ReloadingOptions extends ServiceOptions {
  /** Called when the program ends unexpectedly; it runs again after the next `restart`. */
  onFailure: (reason: string) => void;
}

/**
 * A program of the backend in development, which `restart` replaces after a build. The next process waits with its
 * packages loaded, so that a restart takes a fraction of a start.
 */
export class ReloadingService extends Supervised<ReloadingOptions> {
  #standby: Child | undefined;
  #timer: NodeJS.Timeout | undefined;
  #current: Child | undefined;
  #restarting: Promise<void> | undefined;

  constructor(options: ReloadingOptions) {
    super(options);
    this.#run();
  }

  /** Runs the program again; calls during a restart cause one more. */
  async restart(): Promise<void> {
    const previous = this.#restarting;
    const restarting = (async () => {
      await previous;
      const previousChild = this.#current;
      this.#current = undefined;
      await previousChild?.stop(STOP_TIMEOUT_MS);
      this.#run();
    })();
    this.#restarting = restarting;
    await restarting;
  }

  async stop(timeout: number): Promise<void> {
    await this.#restarting;
    const child = this.#current;
    this.#current = undefined;
    clearTimeout(this.#timer);
    await Promise.all([this.#standby?.stop(0), child?.stop(timeout)]);
    this.stopFollowingLog();
  }

  #prepare(): Child {
    const { args } = this.options;
    const program = args.at(-1) ?? '';
    const packages = program.replace(/\.js$/, '.packages.mjs');
    return this.startProcess([...args.slice(0, -1), STANDBY, packages, program], 'ipc');
  }

  #run(): void {
    clearTimeout(this.#timer);
    const child = this.#standby ?? this.#prepare();
    this.#current = child;
    // A process that has ended is reported below.
    child.process.send?.('start', () => undefined);
    void child.exited.then((status) => {
      if (this.#current !== child) return;
      this.#current = undefined;
      this.#report(`${status}`);
    });
    this.#standby = undefined;
    this.#timer = setTimeout(() => (this.#standby = this.#prepare()), STANDBY_DELAY_MS);
  }

  #report(status: string): void {
    if (this.failedToStart(status)) return;
    const { name, print, onFailure } = this.options;
    print(`The ${name} stopped unexpectedly (${status}). It starts again when you save a source.`);
    onFailure(this.failureReason());
  }
}
