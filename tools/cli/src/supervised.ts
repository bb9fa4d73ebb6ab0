import { UserError } from '@archive/postgres';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild, type Child } from './child.ts';
import { failureReason, followFile, rotate } from './log-file.ts';

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

/** A program with its log, whose processes a subclass starts and replaces. */
export abstract class Supervised<Options extends ServiceOptions = ServiceOptions> {
  protected readonly options: Options;
  #isReady = false;
  #failed = Promise.withResolvers<never>();
  #follower: { stop(): void };
  readonly log: string;

  constructor(options: Options) {
    this.options = options;
    this.log = join(options.logs, `${options.name}.log`);
    rotate(this.log);
    closeSync(openSync(this.log, 'a', 0o600));
    this.#follower = followFile(this.log, (line) => {
      const formatted = options.formatLine(line);
      if (formatted) options.print(`${options.name}: ${formatted}`);
    });
    this.#failed.promise.catch(() => undefined);
  }

  abstract stop(timeout: number): Promise<void>;

  /** Waits for `ready`. Rejects with the failure reason when the process ends first. */
  async waitUntilReady<T>(ready: Promise<T>): Promise<T> {
    const result = await Promise.race([ready, this.#failed.promise]);
    this.#isReady = true;
    return result;
  }

  protected startProcess(args: string[], ...channels: 'ipc'[]): Child {
    const { cwd, env, onStart } = this.options;
    const out = openSync(this.log, 'a', 0o600);
    const child = startChild(process.execPath, args, { cwd, env, stdio: ['ignore', out, out, ...channels] });
    closeSync(out);
    onStart(child.pid);
    return child;
  }

  protected stopFollowingLog(): void {
    this.#follower.stop();
  }

  /** Why a process ended, from its log. */
  protected failureReason(): string {
    return failureReason(readFileSync(this.log, 'utf8'));
  }

  /** Whether a process ended before the program was ready, which `waitUntilReady` then reports. */
  protected failedToStart(status: string): boolean {
    if (this.#isReady) return false;
    const reason = this.failureReason();
    this.#failed.reject(
      new UserError(`The ${this.options.name} failed to start (${status}): ${reason}. Log: ${this.log}`),
    );
    return true;
  }
}
