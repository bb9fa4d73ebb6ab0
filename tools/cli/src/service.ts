import { setTimeout as sleep } from 'node:timers/promises';
import type { Child } from './child.ts';
import { type ServiceOptions, Supervised } from './supervised.ts';

const RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;
/** Number of quick restarts in a row. Each further restart doubles the delay. */
const QUICK_RESTARTS = 3;
/** After running this long, restart delays start over. */
const STABLE_AFTER_MS = 60_000;

/** Milliseconds before restart number `restart` in a row, from 1. */
const restartDelay = (restart: number) =>
  Math.min(RESTART_DELAY_MS * 2 ** Math.max(0, restart - QUICK_RESTARTS), MAX_RESTART_DELAY_MS);

/** A process that restarts when it ends unexpectedly. */
export class Service extends Supervised {
  #child: Child | undefined;
  #stopping = false;
  #supervisor: Promise<void>;

  constructor(options: ServiceOptions) {
    super(options);
    this.#supervisor = this.#supervise();
  }

  async stop(timeout: number): Promise<void> {
    this.#stopping = true;
    await this.#child?.stop(timeout);
    await this.#supervisor;
    this.stopFollowingLog();
  }

  async #supervise(): Promise<void> {
    const { name, args, print } = this.options;
    for (let restart = 1; !this.#stopping; restart += 1) {
      const startedAt = Date.now();
      this.#child = this.startProcess(args);
      const status = `${await this.#child.exited}`;
      if (this.#stopping || this.failedToStart(status)) return;
      if (Date.now() - startedAt > STABLE_AFTER_MS) restart = 1;
      const delay = restartDelay(restart);
      print(`The ${name} stopped unexpectedly (${status}). Restarting in ${delay / 1000} s.`);
      await this.#pause(delay);
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    for (const end = Date.now() + milliseconds; Date.now() < end && !this.#stopping;) await sleep(50);
  }
}
