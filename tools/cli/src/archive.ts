import { UserError, processStartTime, waitForExit } from '@archive/postgres';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntilReady } from './archive-api.ts';
import { beginArchive, type Beginning } from './beginning.ts';
import { build } from './build.ts';
import { startChild } from './child.ts';
import type { RunOptions } from './command.ts';
import { openDataDirectory } from './data-directory.ts';
import { startDatabase } from './database.ts';
import { generatedLogin, type GeneratedLogin } from './generated-login.ts';
import { failureReason, terminalText } from './log-file.ts';
import { requireFreePort, localAddress, type Settings, withDatabasePassword } from './settings.ts';
import { Service } from './service.ts';
import type { ServiceOptions, Supervised } from './supervised.ts';
import type { Steps } from './steps.ts';

export interface Archive {
  /** The API's address. */
  address: string;
  /** The password that was generated for this archive. */
  generated: GeneratedLogin | undefined;
  /** Registers another process to stop after a crash. */
  registerProcess(pid: number): void;
  stop(): Promise<void>;
}

/** Where the programs of the API and the worker are, and what runs them. */
export interface Programs {
  /** Relative to the root of the repository. */
  folder: string;
  run(options: ServiceOptions): Supervised;
}

export interface StartOptions {
  /** The port of the API when another server listens on PORT. */
  apiPort?: number;
  /** The programs of the API and the worker, if not the built ones. */
  programs?: Programs;
  /** Keeps warnings of the API and the worker in their logs, for tests that cause them on purpose. */
  quiet?: boolean;
  /** What an archive without records begins with, instead of the sample. */
  beginning?: Beginning;
}

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
/** Half of V8's default young generation and at most 1 GB in all: saves about 140 MB without costing time. */
const MEMORY_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];

const BUILT: Programs = { folder: 'apps/backend/dist', run: (options) => new Service(options) };

/** Errors of Node for a broken or incomplete build. */
const BROKEN_BUILD =
  /\b(?:SyntaxError|ReferenceError|ERR_MODULE_NOT_FOUND|Cannot find (?:module|package)|is not a (?:constructor|function))\b/;

/**
 * Starts the archive: build, database, migrations, API, worker and, the first time, the import. A build that does not
 * load is built again once, without any cache. After a failure or an abort, everything started is stopped before the
 * error is thrown.
 */
export async function startArchive(
  settings: Settings,
  parentEnv: NodeJS.ProcessEnv,
  steps: Steps,
  interrupts: RunOptions,
  options: StartOptions = {},
): Promise<Archive> {
  try {
    return await startOnce(settings, parentEnv, steps, interrupts, options);
  } catch (error) {
    if (options.programs || !(error instanceof UserError) || !BROKEN_BUILD.test(error.message)) throw error;
    const { root, logs } = settings;
    steps.print(error.message);
    await steps.run('Build again', () =>
      build(root, join(logs, 'build.log'), interrupts.signal, { print: (line) => steps.print(line), fresh: true }),
    );
    return await startOnce(settings, parentEnv, steps, interrupts, options);
  }
}

async function startOnce(
  settings: Settings,
  parentEnv: NodeJS.ProcessEnv,
  steps: Steps,
  { signal, forceStop }: RunOptions,
  { apiPort = settings.port, programs = BUILT, quiet = false, beginning = { kind: 'sample' } }: StartOptions,
): Promise<Archive> {
  const { root, logs, host, port, dataDir } = settings;
  const cleanups: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (let started = cleanups.pop(); started; started = cleanups.pop()) await started();
  };
  const step: Steps['run'] = (...args) => {
    signal.throwIfAborted();
    return steps.run(...args);
  };
  const print = (line: string) => steps.print(line);
  try {
    const lock = openDataDirectory(dataDir);
    cleanups.push(() => lock.release());
    const processes = new ProcessRegistry(dataDir);
    await processes.stopOrphans();
    await requireFreePort(host, port);

    await step(
      'Build',
      () => build(root, join(logs, 'build.log'), signal, { print }),
      (hasChanged) => (hasChanged ? '' : 'nothing changed'),
    );

    const database = await step('Database', () => startDatabase(settings, print));
    cleanups.push(() => database.stop());
    const generated = settings.curator.source === 'generated' ? generatedLogin(dataDir) : undefined;
    const env: NodeJS.ProcessEnv = {
      ...parentEnv,
      HOST: host,
      PORT: String(apiPort),
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      ...withDatabasePassword(parentEnv),
      ...(generated ? { CURATOR_PASSWORD: undefined, CURATOR_PASSWORD_HASH: generated.hash } : {}),
    };
    // The URLs contain the passwords, and only the migrations know the owner's.
    for (const name of ['DATABASE_OWNER_URL', 'DATABASE_PASSWORD', 'DATABASE_OWNER_PASSWORD']) {
      delete env[name];
      delete env[`${name}_FILE`];
    }
    const migrationEnv = database.ownerUrl === undefined ? env : { ...env, DATABASE_OWNER_URL: database.ownerUrl };
    await step('Migrations', () => migrate(settings, migrationEnv, signal));

    const service = (name: string, file: string) => {
      const args = [...MEMORY_FLAGS, '--enable-source-maps', join(root, programs.folder, file)];
      const started = programs.run({
        name,
        args,
        cwd: root,
        env,
        logs,
        formatLine: (line) => (settings.verbose ? line : quiet ? undefined : terminalText(line)),
        print,
        onStart: (pid) => processes.add(pid),
      });
      forceStop.addEventListener('abort', () => void started.stop(0));
      cleanups.push(() => started.stop(forceStop.aborted ? 0 : STOP_TIMEOUT_MS));
      return started;
    };
    signal.throwIfAborted();
    const worker = service('worker', 'worker.js');
    const server = service('api', 'main.js');
    const address = localAddress(host, apiPort);
    await step('API and worker', () => server.waitUntilReady(waitUntilReady(address, READY_TIMEOUT_MS, signal)));
    const { username, password = generated?.password } = settings.curator;
    await step(
      'Archive',
      (progress) =>
        worker.waitUntilReady(
          beginArchive(address, beginning, { root, dataDir, username, password, print: progress, signal }),
        ),
      (summary) => summary,
    );
    generated?.save();
    return { address, generated, registerProcess: (pid) => processes.add(pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function migrate({ root, logs }: Settings, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  const log = join(logs, 'migrate.log');
  const out = openSync(log, 'w', 0o600);
  const child = startChild(process.execPath, ['--enable-source-maps', join(root, 'apps/backend/dist/migrate.js')], {
    cwd: root,
    env,
    stdio: ['ignore', out, out],
  });
  closeSync(out);
  const status = await child.exited;
  signal.throwIfAborted();
  if (status === 0) return;
  throw new UserError(`The database migration failed: ${failureReason(readFileSync(log, 'utf8'))}; the log is ${log}`);
}

interface Entry {
  pid: number;
  birth: string;
}

/** The processes of this start, recorded so that the next start can stop those a crash left running. */
class ProcessRegistry {
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
