import { Refusal } from '@archive/postgres';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from './child.ts';
import { follow, lastWords, rotate } from './log-file.ts';

export interface ServiceOptions {
  name: string;
  /** What Node runs. */
  args: string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  logs: string;
  /** What the terminal shows of a line of its log. */
  shown: (line: string) => string | undefined;
  say: (line: string) => void;
  /** Told of each process, so that a start after a kill can find it. */
  onStart: (pid: number) => void;
}

const LONGEST_PAUSE = 30_000;
/** Having run so long, it counts as well again, and the pauses begin anew. */
const RECOVERED = 60_000;

/** A process that is kept running: when it ends by itself it is started again, after a pause that doubles each time. */
export class Service {
  #options: ServiceOptions;
  #child: Child | undefined;
  #stopping = false;
  #settled = false;
  #failed = Promise.withResolvers<never>();
  #follower: { stop(): void };
  #kept: Promise<void>;
  readonly log: string;

  constructor(options: ServiceOptions) {
    this.#options = options;
    this.log = join(options.logs, `${options.name}.log`);
    rotate(this.log);
    closeSync(openSync(this.log, 'a', 0o600));
    this.#follower = follow(this.log, (line) => {
      const shown = options.shown(line);
      if (shown) options.say(`${options.name}: ${shown}`);
    });
    this.#failed.promise.catch(() => undefined);
    this.#kept = this.#keep();
  }

  /** Waits for `ready`. Ending before that is a failure, told with the last thing that was said. */
  async settle<T>(ready: Promise<T>): Promise<T> {
    const result = await Promise.race([ready, this.#failed.promise]);
    this.#settled = true;
    return result;
  }

  async stop(patience: number): Promise<void> {
    this.#stopping = true;
    await this.#child?.stop(patience);
    await this.#kept;
    this.#follower.stop();
  }

  async #keep(): Promise<void> {
    const { name, args, cwd, env, say, onStart } = this.#options;
    for (let pause = 500; !this.#stopping; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      const started = Date.now();
      const out = openSync(this.log, 'a', 0o600);
      this.#child = startChild(process.execPath, args, { cwd, env, stdio: ['ignore', out, out] });
      closeSync(out);
      onStart(this.#child.pid);
      const how = await this.#child.ended;
      if (this.#stopping) return;
      if (!this.#settled)
        return this.#failed.reject(
          new Refusal(
            `The ${name} ended at its start (${how}): ${lastWords(readFileSync(this.log, 'utf8'))}; its log is ${this.log}`,
          ),
        );
      if (Date.now() - started > RECOVERED) pause = 500;
      say(`The ${name} ended by itself (${how}); it is started again in ${pause / 1000} s.`);
      await this.#pause(pause);
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    for (const end = Date.now() + milliseconds; Date.now() < end && !this.#stopping;) await sleep(50);
  }
}
