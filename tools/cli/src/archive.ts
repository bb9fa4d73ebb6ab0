import { Refusal } from '@archive/postgres';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArchiveApi, type Operation } from './archive-api.ts';
import { build } from './build.ts';
import { startChild } from './child.ts';
import type { Interrupts } from './command.ts';
import { openDataDirectory } from './data-directory.ts';
import { startDatabase } from './database.ts';
import { firstIngest } from './first-ingest.ts';
import { Leftovers } from './leftovers.ts';
import { lastWords, warningIn } from './log-file.ts';
import { requireFreePort } from './ports.ts';
import { Service } from './service.ts';
import { addressOf, type Settings } from './settings.ts';
import type { Steps } from './steps.ts';

export interface Archive {
  /** Where the API answers. */
  address: string;
  /** Writes down a further process that must not outlive a kill. */
  remember(pid: number): void;
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Given to Node for the API and the worker. */
  nodeFlags?: string[];
  /** Where the API listens when something else stands before it on PORT. */
  apiPort?: number;
  /** Keeps the warnings of the API and the worker in their logs: whoever breaks things on purpose expects them. */
  quiet?: boolean;
}

const READY_LIMIT = 60_000;
const PATIENCE = 15_000;
/**
 * Half of what V8 would take for what is young, and no more than a gigabyte for all: it then collects sooner. Neither costs time; they
 * spare some eighty megabytes and some sixty.
 */
const MEMORY_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=1024'];

/**
 * Brings the whole archive up: build, database, migrations, API, worker and, the first time, the document. When anything
 * fails, or `signal` is set half-way, what has been started is stopped before the error is thrown.
 */
export async function startArchive(
  settings: Settings,
  parentEnv: NodeJS.ProcessEnv,
  steps: Steps,
  { signal, hurry }: Interrupts,
  { nodeFlags = [], apiPort = settings.port, quiet = false }: StartOptions = {},
): Promise<Archive> {
  const { root, logs, host, port, dataDir } = settings;
  const undo: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (let one = undo.pop(); one; one = undo.pop()) await one();
  };
  const step: Steps['run'] = (...args) => {
    signal.throwIfAborted();
    return steps.run(...args);
  };
  try {
    const lock = openDataDirectory(dataDir);
    undo.push(() => lock.release());
    const leftovers = new Leftovers(dataDir);
    await leftovers.end();
    await requireFreePort(host, port);

    await step(
      'Build',
      () => build(root, join(logs, 'build.log'), signal),
      (built) => (built ? '' : 'nothing changed'),
    );

    const say = (line: string) => steps.say(line);
    const database = await step('Database', () => startDatabase(settings, say));
    undo.push(() => database.stop());
    const env = { ...parentEnv, HOST: host, PORT: String(apiPort), DATA_DIR: dataDir, DATABASE_URL: database.url };
    await step('Migrations', () => migrate(settings, env, signal));

    const service = (name: string, file: string) => {
      const args = [...nodeFlags, ...MEMORY_FLAGS, '--enable-source-maps', join(root, 'apps/backend/dist', file)];
      const one = new Service({
        name,
        args,
        cwd: root,
        env,
        logs,
        shown: (line) => (settings.verbose ? line : quiet ? undefined : warningIn(line)),
        say,
        onStart: (pid) => leftovers.add(pid),
      });
      hurry.addEventListener('abort', () => void one.stop(0));
      undo.push(() => one.stop(hurry.aborted ? 0 : PATIENCE));
      return one;
    };
    signal.throwIfAborted();
    const worker = service('worker', 'worker.js');
    const server = service('api', 'main.js');
    const address = addressOf(host, apiPort);
    const api = new ArchiveApi(address);
    await step('API and worker', () => server.settle(api.ready(READY_LIMIT, signal)));
    const ingest = (progress: (state: string) => void) => ingestOnce(api, settings, progress, signal);
    await step('Archive', (progress) => worker.settle(ingest(progress)), noteOf);
    return { address, remember: (pid) => leftovers.add(pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function ingestOnce(
  api: ArchiveApi,
  { curator, root }: Settings,
  progress: (state: string) => void,
  signal: AbortSignal,
): Promise<Operation | undefined> {
  await api.signIn(curator.username, curator.password);
  return firstIngest(api, root, progress, signal).finally(() => api.signOut().catch(() => undefined));
}

function noteOf(operation: Operation | undefined): string {
  if (!operation) return '';
  if (operation.status === 'failed') return `the document could not be taken in: ${operation.error_message}`;
  return `${operation.voyages_processed} voyages taken in`;
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
  const status = await child.ended;
  signal.throwIfAborted();
  if (status === 0) return;
  throw new Refusal(
    `The database could not be brought up to date: ${lastWords(readFileSync(log, 'utf8'))}; the log is ${log}`,
  );
}
