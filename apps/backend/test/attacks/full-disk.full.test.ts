import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freePort, type Postgres, startPostgres } from '@archive/postgres';
import { Client } from 'pg';
import { aPng } from '../builders/files.ts';
import { CURATOR } from '../support/api.ts';
import { Browser } from '../support/browser.ts';
import { LOADER, PROGRAM_ENVIRONMENT, PROJECT } from '../support/program.ts';
import { aSmallDisk, describeOnSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { waitUntil } from '../support/wait-until.ts';

const SIZE_MB = 320;
const RESERVE_MB = 40;
const MB = 1024 * 1024;
/** Length of the phase with a full disk; the full test uses 60 seconds. */
const FULL_MS = Number(process.env['FULL_DISK_SECONDS'] ?? 5) * 1000;
const WRITERS = 3;

/** Results of the clients: every acknowledged change, and every other response. */
interface Journal {
  created: string[];
  edited: Map<string, string>;
  rejected: { status: number; text: string }[];
  unanswered: string[];
}

describeOnSmallDisk(`database, files and logs on a disk of ${SIZE_MB} MB`, () => {
  let disk: SmallDisk | undefined;
  let postgres: Postgres;
  let isStopping = false;
  const processes: ChildProcess[] = [];
  let address = '';

  const directoryOf = (name: string) => path.join(disk?.directory ?? '', name);

  /** Starts a program that logs to the disk, as `npm start` does. */
  function run(entry: string, environment: Record<string, string>): ChildProcess {
    const log = openSync(directoryOf(`logs/${entry}.log`), 'a');
    const child = spawn(process.execPath, [...LOADER, `src/${entry}.ts`], {
      cwd: PROJECT,
      env: {
        ...PROGRAM_ENVIRONMENT,
        DATABASE_OWNER_URL: postgres.url,
        DATABASE_URL: postgres.applicationUrl,
        DATA_DIR: directoryOf('data'),
        DISK_RESERVE_MB: String(RESERVE_MB),
        CURATOR_USERNAME: CURATOR.username,
        CURATOR_PASSWORD: CURATOR.password,
        ...environment,
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  }

  /** Restarts the database whenever it exits, as `npm start` and Compose do. */
  async function superviseDatabase(): Promise<void> {
    const options = { dataDir: directoryOf('postgres'), log: directoryOf('logs/postgres.log') };
    const port = Number(new URL(postgres.url).port);
    for (;;) {
      await postgres.exited;
      if (isStopping) return;
      const next = await startPostgres({ ...options, port }).catch(() => undefined);
      if (next) postgres = next;
      else await pause(500);
    }
  }

  beforeAll(async () => {
    disk = await aSmallDisk(SIZE_MB);
    await mkdir(directoryOf('logs'));
    postgres = await startPostgres({ dataDir: directoryOf('postgres'), log: directoryOf('logs/postgres.log') });
    void superviseDatabase();
    const migration = run('migrate', {});
    expect(await new Promise((resolve) => migration.once('exit', resolve))).toBe(0);
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    processes.push(run('main', { PORT: String(port) }), run('worker', {}));
    await waitUntil(() =>
      fetch(`${address}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    isStopping = true;
    for (const child of processes) child.kill('SIGKILL');
    await postgres.stop();
    await disk?.remove();
  });

  /** Fills the disk to the last byte; returns a function that frees it. */
  async function fill(): Promise<() => Promise<void>> {
    const file = directoryOf('other');
    const handle = await open(file, 'w');
    for (let size = MB; size >= 1; size = Math.floor(size / 4))
      for (const chunk = Buffer.alloc(size, 1); ;)
        if (
          !(await handle.write(chunk).then(
            ({ bytesWritten }) => bytesWritten === size,
            () => false,
          ))
        )
          break;
    await handle.close();
    return () => rm(file);
  }

  const journal: Journal = { created: [], edited: new Map(), rejected: [], unanswered: [] };

  /** Creates and edits people and uploads files until stopped, and records each outcome. */
  async function write(writer: number, signal: AbortSignal): Promise<void> {
    const browser = new Browser(address);
    expect((await browser.post('/api/auth/login', CURATOR)).status).toBe(200);
    for (let number = 0; !signal.aborted; number += 1) {
      const full_name = `Stoker ${writer} ${number}`;
      const person = await outcome(`create ${full_name}`, () => browser.post('/api/curator/people', { full_name }));
      if (person) {
        const { person_slug: slug } = (await person.json()) as { person_slug: string };
        journal.created.push(full_name);
        const role_title = `Role ${number}`;
        const edited = await outcome(`edit ${slug}`, () =>
          browser.send('PUT', `/api/curator/people/${slug}`, { role_title }),
        );
        if (edited) journal.edited.set(slug, role_title);
      }
      if (number % 5 === 0) {
        const form = new FormData();
        form.set('title', `Photo ${writer} ${number}`);
        form.set('media_type', 'image');
        form.set('file', new Blob([new Uint8Array(await aPng())], { type: 'image/png' }), 'a.png');
        await outcome('upload', () => browser.request('POST', '/api/curator/media/upload', { body: form }));
      }
      await outcome('read', () => browser.get('/api/people?limit=5'));
      await pause(20);
    }
  }

  async function outcome(name: string, request: () => Promise<Response>): Promise<Response | undefined> {
    try {
      const response = await request();
      if (response.ok) return response;
      journal.rejected.push({ status: response.status, text: await response.text() });
    } catch (error) {
      journal.unanswered.push(`${name}: ${String((error as Error).cause ?? error)}`);
    }
    return undefined;
  }

  test(
    'all processes keep running, every response has a message, and acknowledged changes are kept',
    async () => {
      const stopping = new AbortController();
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer, stopping.signal));
      await waitUntil(() => journal.created.length >= 10);
      const free = await fill();
      const before = journal.created.length;
      await pause(FULL_MS);
      await free();
      const afterFull = journal.created.length;
      // The archive recovers without a restart.
      await waitUntil(() => journal.created.length >= afterFull + 10, 30_000);
      stopping.abort();
      await Promise.all(writers);

      expect(processes.map(({ exitCode, signalCode }) => [exitCode, signalCode])).toEqual([
        [null, null],
        [null, null],
      ]);
      expect(journal.unanswered).toEqual([]);
      expect(journal.rejected.length + afterFull - before).toBeGreaterThan(0);
      for (const { status, text } of journal.rejected) {
        expect([503, 507]).toContain(status);
        expect(text).not.toMatch(/ENOSPC|No space left/i);
        expect((JSON.parse(text) as { detail: string }).detail).toMatch(/[.!]$/);
      }
      const client = new Client(postgres.url);
      await client.connect();
      const { rows } = await client.query<{ full_name: string; slug: string; role_title: string | null }>(
        `select full_name, slug, role_title from person where full_name like 'Stoker %'`,
      );
      await client.end();
      const names = rows.map(({ full_name }) => full_name);
      expect(journal.created.filter((name) => !names.includes(name))).toEqual([]);
      expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
      const roles = new Map(rows.map(({ slug, role_title }) => [slug, role_title]));
      expect([...journal.edited].filter(([slug, role]) => roles.get(slug) !== role)).toEqual([]);
    },
    120_000 + FULL_MS,
  );
});
