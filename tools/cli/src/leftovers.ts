import { processBirth, processEnded } from '@archive/postgres';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  pid: number;
  birth: string;
}

/** The processes of this start, written down so that the next one can end what a kill has left behind. */
export class Leftovers {
  #file: string;
  #entries: Entry[] = [];

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'processes.json');
  }

  add(pid: number): void {
    const birth = processBirth(pid);
    if (!birth) return;
    this.#entries = [...this.#entries.filter((entry) => processBirth(entry.pid) === entry.birth), { pid, birth }];
    writeFileSync(this.#file, JSON.stringify(this.#entries));
  }

  /** Ends the groups of those that are still running: politely first, for their work in hand. */
  async end(): Promise<void> {
    const left = this.#read().filter(({ pid, birth }) => processBirth(pid) === birth);
    for (const { pid } of left) signalGroup(pid, 'SIGTERM');
    await Promise.all(
      left.map(async ({ pid }) => {
        if (!(await processEnded(pid, 5000))) signalGroup(pid, 'SIGKILL');
        await processEnded(pid, 5000);
      }),
    );
  }

  #read(): Entry[] {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8')) as Entry[];
    } catch {
      return [];
    }
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
