import { UserError } from '@archive/postgres';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, type Child } from './child.ts';
import { failureReason, followFile, rotate } from './log-file.ts';
import type { ServiceOptions, Supervised } from './service.ts';

const STANDBY = join(import.meta.dirname, 'standby.mjs');
/** A connection that stays open must not delay the next program. */
const STOP_TIMEOUT_MS = 1000;
/** The next process loads its packages when the current one has started. */
const STANDBY_DELAY_MS = 1500;

export interface ReloadingOptions extends ServiceOptions {
  /** Called when the program ends unexpectedly; it runs again after the next `restart`. */
  onFailure: (reason: string) => void;
}

/**
 * A program of the backend in development, which `restart` replaces after a build. The next process waits with its
 * packages loaded, so that a restart takes a fraction of a start.
 */
export class ReloadingService implements Supervised {
  #options: ReloadingOptions;
  #standby: Child | undefined;
  #timer: NodeJS.Timeout | undefined;
  #current: Child | undefined;
  #failed = Promise.withResolvers<never>();
  #settled = false;
  #restarting: Promise<void> | undefined;
  #follower: { stop(): void };
  readonly log: string;

  constructor(options: ReloadingOptions) {
    this.#options = options;
    this.log = join(options.logs, `${options.name}.log`);
    rotate(this.log);
    closeSync(openSync(this.log, 'a', 0o600));
    this.#follower = followFile(this.log, (line) => {
      const formatted = options.formatLine(line);
      if (formatted) options.print(`${options.name}: ${formatted}`);
    });
    this.#failed.promise.catch(() => undefined);
    this.#run();
  }

  async waitUntilReady<T>(ready: Promise<T>): Promise<T> {
    const result = await Promise.race([ready, this.#failed.promise]);
    this.#settled = true;
    return result;
  }

  /** Runs the program again; calls during a restart cause one more. */
  async restart(): Promise<void> {
    const previous = this.#restarting;
    const restarting = (async () => {
      await previous;
      const ended = this.#current;
      this.#current = undefined;
      await ended?.stop(STOP_TIMEOUT_MS);
      this.#run();
    })();
    this.#restarting = restarting;
    await restarting;
  }

  async stop(timeout: number): Promise<void> {
    await this.#restarting;
    const ended = this.#current;
    this.#current = undefined;
    clearTimeout(this.#timer);
    await Promise.all([this.#standby?.stop(0), ended?.stop(timeout)]);
    this.#follower.stop();
  }

  #prepare(): Child {
    const { args, cwd, env } = this.#options;
    const program = args.at(-1) ?? '';
    const packages = program.replace(/\.js$/, '.packages.mjs');
    const out = openSync(this.log, 'a', 0o600);
    const child = startChild(process.execPath, [...args.slice(0, -1), STANDBY, packages, program], {
      cwd,
      env,
      stdio: ['ignore', out, out, 'ipc'],
    });
    closeSync(out);
    this.#options.onStart(child.pid);
    return child;
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
    const { name, print, onFailure } = this.#options;
    const reason = failureReason(readFileSync(this.log, 'utf8'));
    if (!this.#settled)
      return this.#failed.reject(new UserError(`The ${name} failed to start (${status}): ${reason}. Log: ${this.log}`));
    print(`The ${name} stopped unexpectedly (${status}). It starts again when you save a source.`);
    onFailure(reason);
  }
}
