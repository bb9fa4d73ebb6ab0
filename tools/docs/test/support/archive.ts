import { createDatabase, freePort, startTestCluster } from '@archive/postgres';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../src/pages.ts';

export interface RunningArchive {
  /** Address of the API. */
  url: string;
  databaseUrl: string;
  stop(): Promise<void>;
}

const BACKEND = path.join(ROOT, 'apps/backend');
const LOADER = path.join(BACKEND, 'test/support/typescript.mjs');
const READY_MS = 60_000;

/** Runs an archive as `npm start` does, from source: database, migrations, API and worker, without data. */
export async function startArchive(): Promise<RunningArchive> {
  const cluster = await startTestCluster();
  const database = await createDatabase(cluster.url);
  const directory = mkdtempSync(path.join(tmpdir(), 'archive-docs-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'development',
    NODE_NO_WARNINGS: '1',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATA_DIR: directory,
    DATABASE_URL: database.url,
    INGEST_FETCH_MEDIA: 'false',
    // The programs share compiled files.
    TEST_TRANSPILED: directory,
    NODE_COMPILE_CACHE: path.join(directory, 'v8'),
  };
  const output: string[] = [];
  const run = (entry: string) => {
    const child = spawn(process.execPath, ['--import', LOADER, `src/${entry}.ts`], { cwd: BACKEND, env });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(String(chunk)));
    return child;
  };
  const processes: ChildProcess[] = [];
  const stop = async () => {
    await Promise.all(
      processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGTERM');
        await once(child, 'exit');
      }),
    );
    await cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    const [status] = (await once(run('migrate'), 'exit')) as [number | null];
    if (status !== 0) throw new Error(`The migrations failed:\n${output.join('')}`);
    processes.push(run('main'));
    const deadline = Date.now() + READY_MS;
    for (;;) {
      const ready = await fetch(`${url}/health/ready`).catch(() => undefined);
      if (ready?.ok) break;
      if (Date.now() > deadline) throw new Error(`The archive is not ready:\n${output.join('')}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // Started after the API, whose compiled files it uses.
    processes.push(run('worker'));
    return { url, databaseUrl: database.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
