import { processStartTime, waitForExit } from '@archive/postgres';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Entry {
  pid: number;
  birth: string;
}

/** The processes of this start, recorded so that the next start can stop those a crash left running. */
export class ProcessRegistry {
  #file: string;
  #entries: Entry[] = [];

  constructor(dataDir: string) {
    this.#file = join(dataDir, 'processes.json');
  }

  add(pid: number): void {
    const birth = processStartTime(pid);
    if (!birth) return;
    this.#entries = [...this.#entries.filter((entry) => processStartTime(entry.pid) === entry.birth), { pid, birth }];
    writeFileSync(this.#file, JSON.stringify(this.#entries));
  }

  /** Stops process groups that are still running: SIGTERM first, so that they finish current work. */
  async stopOrphans(): Promise<void> {
    const orphans = this.#read().filter(({ pid, birth }) => processStartTime(pid) === birth);
    for (const { pid } of orphans) signalGroup(pid, 'SIGTERM');
    await Promise.all(
      orphans.map(async ({ pid }) => {
        if (!(await waitForExit(pid, 5000))) signalGroup(pid, 'SIGKILL');
        await waitForExit(pid, 5000);
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
    // The process group has ended.
  }
}
