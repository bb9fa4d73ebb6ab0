import { UserError } from '@archive/postgres';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from './child.ts';
import { followFile, failureReason, rotate } from './log-file.ts';

export interface ServiceOptions {
  name: string;
  /** Arguments for Node. */
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  logs: string;
  /** What the terminal shows of a log line; undefined hides it. */
  formatLine: (line: string) => string | undefined;
  print: (line: string) => void;
  /** Called with each process, so that a later start can find it. */
  onStart: (pid: number) => void;
}

/** A running program, with its log. */
export interface Supervised {
  readonly log: string;
  /** Waits for `ready`. Rejects with the failure reason when the process ends first. */
  waitUntilReady<T>(ready: Promise<T>): Promise<T>;
  stop(timeout: number): Promise<void>;
}

const RESTART_DELAY_MS = 500;
const MAX_RESTART_DELAY_MS = 30_000;
/** This many restarts in a row follow quickly; after each one more, the delay doubles. */
const QUICK_RESTARTS = 3;
/** After running this long, restart delays start over. */
const STABLE_AFTER_MS = 60_000;

/** Milliseconds before restart number `restart` in a row, from 1. */
const restartDelay = (restart: number) =>
  Math.min(RESTART_DELAY_MS * 2 ** Math.max(0, restart - QUICK_RESTARTS), MAX_RESTART_DELAY_MS);

/** A process that restarts when it ends unexpectedly. */
export class Service implements Supervised {
  #options: ServiceOptions;
  #child: Child | undefined;
  #stopping = false;
  #settled = false;
  #failed = Promise.withResolvers<never>();
  #follower: { stop(): void };
  #supervisor: Promise<void>;
  readonly log: string;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.log = join(options.logs, `${options.name}.log`);
    rotate(this.log);
    closeSync(openSync(this.log, 'a', 0o600));
    this.#follower = followFile(this.log, (line) => {
      const formatted = options.formatLine(line);
      if (formatted) options.print(`${options.name}: ${formatted}`);
    });
    this.#failed.promise.catch(() => undefined);
    this.#supervisor = this.#supervise();
  }

  async waitUntilReady<T>(ready: Promise<T>): Promise<T> {
    const result = await Promise.race([ready, this.#failed.promise]);
    this.#settled = true;
    return result;
  }

  async stop(timeout: number): Promise<void> {
    this.#stopping = true;
    await this.#child?.stop(timeout);
    await this.#supervisor;
    this.#follower.stop();
  }

  async #supervise(): Promise<void> {
    const { name, args, cwd, env, print, onStart } = this.#options;
    for (let restart = 1; !this.#stopping; restart += 1) {
      const startedAt = Date.now();
      const out = openSync(this.log, 'a', 0o600);
      this.#child = startChild(process.execPath, args, { cwd, env, stdio: ['ignore', out, out] });
      closeSync(out);
      onStart(this.#child.pid);
      const status = await this.#child.exited;
      if (this.#stopping) return;
      if (!this.#settled)
        return this.#failed.reject(
          new UserError(
            `The ${name} failed to start (${status}): ${failureReason(readFileSync(this.log, 'utf8'))}. Log: ${this.log}`,
          ),
        );
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
