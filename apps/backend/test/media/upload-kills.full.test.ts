import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@archive/postgres';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DerivativeTasks } from '../../src/modules/media/derivatives/derivative-tasks.ts';
import { StorageCleanup } from '../../src/modules/storage/storage-cleanup.ts';
import { aPng } from '../builders/files.ts';
import { type ApiProcess, spawnApi } from '../support/api-process.ts';
import { CURATOR, startApi, type TestApi } from '../support/api.ts';
import { filesBelow } from '../support/files-below.ts';
import { waitUntil } from '../support/wait-until.ts';
import { spawnWorker, startWorker, type WorkerProcess } from '../support/worker.ts';

/** Set the environment variables to 20 and 400 for a complete run. */
const KILLS = Number(process.env.UPLOAD_KILLS ?? 2);
const FILES = Number(process.env.UPLOAD_KILL_FILES ?? 30);
const TIMEOUT_MS = 600_000;
/** Every tenth file is larger than one part of an upload. */
const FILES_PER_LARGE_FILE = 10;
const LARGE_BYTES = 9 * 1024 * 1024;

const COMMAND = path.resolve(import.meta.dirname, '../../../../tools/cli/media.ts');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Checks what the killed processes left behind. */
let observer: TestApi;
let home: string;
let port: number;
let api: ApiProcess;
let worker: WorkerProcess;
let client: ChildProcess | undefined;

async function startProcesses(): Promise<void> {
  const { config } = observer;
  [api, worker] = await Promise.all([
    spawnApi({
      PORT: String(port),
      DATABASE_URL: config.database.url,
      DATA_DIR: config.dataDirectory,
      CURATOR_USERNAME: CURATOR.username,
      CURATOR_PASSWORD: CURATOR.password,
    }),
    spawnWorker(observer),
  ]);
}

beforeAll(async () => {
  observer = await startApi({ environment: { JOB_LOCK_SECONDS: '2' } });
  home = await mkdtemp(path.join(tmpdir(), 'archive-upload-kills-'));
  port = await freePort();
  await startProcesses();
});
afterAll(async () => {
  client?.kill('SIGKILL');
  await api.stop();
  await worker.kill();
  await observer.close();
  await rm(home, { recursive: true, force: true });
});

/** Files with different content, by checksum. */
async function aFolder(): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  await mkdir(path.join(home, 'scans'));
  for (let index = 0; index < FILES; index += 1) {
    const bytes = index % FILES_PER_LARGE_FILE === 0 ? LARGE_BYTES : 50_000;
    const file = Buffer.concat([await aPng({ width: 60, height: 40 }), randomBytes(bytes)]);
    const name = `Scan ${index}.png`;
    await writeFile(path.join(home, 'scans', name), file);
    names.set(sha256(file), name);
  }
  return names;
}

/** Lines of the client's report, which it writes after each response. */
async function readReport(): Promise<{ name: string; checksum: string; outcome: string; slug: string }[]> {
  const file = path.join(home, 'report.csv');
  if (!existsSync(file)) return [];
  const [, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => {
    const [name = '', checksum = '', outcome = '', slug = ''] = line.split(',');
    return { name, checksum, outcome, slug };
  });
}

function startClient() {
  const started = spawn(process.execPath, [COMMAND, 'import', 'scans', '--yes', '--report', 'report.csv'], {
    cwd: home,
    env: {
      PATH: process.env.PATH,
      NODE_NO_WARNINGS: '1',
      INIT_CWD: home,
      ARCHIVE_URL: `http://127.0.0.1:${port}`,
      CURATOR_USERNAME: CURATOR.username,
      CURATOR_PASSWORD: CURATOR.password,
    },
  });
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  client = started;
  return once(started, 'exit').then(([status]) => ({ status: status as number | null, output }));
}

/** Repeats the import command if it gives up because the API takes long to start. */
async function importAll() {
  for (;;) {
    const ended = await startClient();
    if (!ended.output.includes('The same command continues where it stopped.')) return ended;
  }
}

test(
  `every reported file is stored exactly once after ${KILLS} kills of API and worker, with no partial files`,
  async () => {
    const names = await aFolder();
    let importing = importAll();
    let kills = 0;
    for (let index = 0; index < KILLS; index += 1) {
      // The first kill comes before the client is signed in.
      const moment = index === 0 ? 0 : Math.floor(((index + Math.random() * 0.8) * FILES) / KILLS);
      const isReached = async () => (await readReport()).length >= moment;
      const ended = importing.then(async ({ output }) => {
        if (!(await isReached())) throw new Error(`The import ended early:\n${output}`);
      });
      await Promise.race([waitUntil(isReached, TIMEOUT_MS), ended]);
      await pause(Math.random() * 100);
      await Promise.all([api.stop(), worker.kill()]);
      kills += 1;
      // Halfway, the client is killed too; the same command then continues.
      if (index === Math.floor(KILLS / 2)) {
        client?.kill('SIGKILL');
        await importing;
        await startProcesses();
        importing = importAll();
      } else await startProcesses();
    }
    const { status, output } = await importing;
    expect([status, output]).toEqual([0, expect.stringContaining(' uploaded')]);

    const report = await readReport();
    expect(report.map(({ name }) => name).toSorted()).toEqual([...names.values()].toSorted());
    expect(new Set(report.map(({ outcome }) => outcome))).toEqual(new Set(['uploaded']));
    const { rows } = await observer.database.pool.query<{ slug: string; checksum: string; key: string }>(
      `select slug, encode(sha256, 'hex') checksum, storage_key key from media`,
    );
    const order = (pairs: string[][]) => pairs.map((pair) => pair.join(' ')).toSorted();
    expect(order(rows.map(({ slug, checksum }) => [checksum, slug]))).toEqual(
      order(report.map(({ checksum, slug }) => [checksum, slug])),
    );
    const { rows: history } = await observer.database.pool.query(
      `select 1 from history where kind = 'media' and action = 'create'`,
    );
    expect(history).toHaveLength(FILES);

    await worker.kill();
    const last = await startWorker(observer);
    // Previews that a killed worker started, or that are in no queue.
    const tasks = last.get(DerivativeTasks, { strict: false });
    await waitUntil(async () => {
      await tasks.resume(0);
      return (await observer.database.pool.query('select 1 from derivative_task')).rowCount === 0;
    }, TIMEOUT_MS);
    const ready = `select media_id from derivative where kind = 'thumbnail' and state = 'ready'`;
    expect((await observer.database.pool.query(ready)).rowCount).toBe(FILES);

    // Expires the leases of files whose record was never saved, and removes temporary files.
    await observer.database.pool.query('update storage_cleanup set due_at = now()');
    const cleanup = last.get(StorageCleanup, { strict: false });
    await cleanup.resume(0);
    await cleanup.removeOrphans(new Date(Date.now() + 60_000));
    const media = path.join(observer.config.dataDirectory, 'media');
    const strange = async () => {
      const text = 'select key from unnest($1::text[]) keys(key) where not is_known_file(key) order by key';
      const found = await observer.database.pool.query<{ key: string }>(text, [await filesBelow(media)]);
      return found.rows.map(({ key }) => key);
    };
    await waitUntil(async () => (await strange()).length === 0, 20_000).catch(() => undefined);
    expect(await strange()).toEqual([]);
    for (const { key, checksum } of rows) expect(sha256(await readFile(path.join(media, key)))).toBe(checksum);
    await last.close();
    if (process.env.UPLOAD_KILLS !== undefined)
      process.stdout.write(`${FILES} files, ${kills} kills: each there once, nothing half\n`);
  },
  2 * TIMEOUT_MS,
);
