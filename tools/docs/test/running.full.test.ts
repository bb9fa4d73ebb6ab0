import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { GLOSSARY_TERMS, sqlIn, readPage, readPages, ROOT } from '../src/pages.ts';
import { type RunningArchive, startArchive } from './support/archive.ts';

const run = promisify(execFile);

/** The address that the pages use for a local archive. */
const LOCAL = 'http://127.0.0.1:3000';

describe('commands in the documentation, on a running archive', () => {
  let archive: RunningArchive;
  let folder: string;
  beforeAll(async () => {
    archive = await startArchive();
    // The commands refer to files of the repository and write others next to them.
    folder = mkdtempSync(path.join(tmpdir(), 'docs-commands-'));
    for (const name of ['archive', 'docs']) symlinkSync(path.join(ROOT, name), path.join(folder, name));
  });
  afterAll(async () => {
    await archive?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const shell = (script: string) =>
    run('sh', ['-eu', '-c', script], { cwd: folder, maxBuffer: 64 * 1024 * 1024 }).catch(
      (error: { stdout: string; stderr: string }) => {
        throw new Error(`${error.stdout}\n${error.stderr}`);
      },
    );

  /** The archive has the voyages of the repository's document, as after the first `npm start`. */
  async function importDocument(): Promise<void> {
    await shell(`
      curl -sS --fail-with-body --cookie-jar first --header 'Content-Type: application/json' \\
        --data '{"username": "curator", "password": "sequoia"}' ${archive.url}/api/auth/login
      id=$(curl -sS --fail-with-body --cookie first --form file=@archive/sequoia-voyages.md ${archive.url}/api/curator/ingest \\
        | sed 's/.*"operation_id":"\\([^"]*\\)".*/\\1/')
      curl -sS --fail-with-body --cookie first "${archive.url}/api/curator/ingest/$id/events"
    `);
  }

  test('the ten operations of docs/api.md work in the documented order', async () => {
    await importDocument();
    const steps = readPage('docs/api.md').blocks.filter(({ language }) => language === 'sh');
    expect(steps).toHaveLength(10);
    const script = steps.map(({ text }, index) => `echo; echo "== ${index + 1}"\n${text}`).join('\n');
    const { stdout } = await shell(script.replaceAll(LOCAL, archive.url));
    const [, ...outputs] = stdout.split(/^== \d+$/m);
    const expected = [
      /"username":"curator"/,
      /x-total-count: \d/i,
      /"slug":"nimitz-chester-w"/,
      /"voyage_slug":"1952-07-04-regatta-below-the-bridge"/,
      /"notes":"Light wind from the south\."/,
      /nimitz-chester-w/,
      /"linked_to_voyage":true/,
      /"action":"unchanged"/,
      /"notes":null/,
      /^\s*$/,
    ];
    expect(outputs).toHaveLength(expected.length);
    expected.forEach((pattern, index) =>
      expect([index + 1, outputs[index]]).toEqual([index + 1, expect.stringMatching(pattern)]),
    );
    const { stdout: exported } = await shell('head -c 14 voyages.csv; echo; head -3 archive.md');
    expect(exported).toContain('voyage_slug');
    expect(exported).toMatch(/^# |^## /m);
  });

  test('the health checks in other documents work too', async () => {
    const commands = readPages()
      .filter(({ path: file }) => file !== 'docs/api.md')
      .flatMap(({ blocks }) => blocks.filter(({ language }) => language === 'sh'))
      .flatMap(({ text }) => text.split('\n').filter((line) => /^curl -sS? "\$ARCHIVE\/health\//.test(line)));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) await shell(`ARCHIVE=${archive.url}\n${command}`);
  });

  async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: archive.databaseUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  test('the tables that the glossary names exist', async () => {
    const { rows } = await onDatabase((client) =>
      client.query<{ name: string }>(
        `select table_name as name from information_schema.tables where table_schema = 'public'`,
      ),
    );
    const names = rows.map(({ name }) => name);
    const tables = GLOSSARY_TERMS.flatMap(({ where }) => [...where.matchAll(/table `(\w+)`/g)]);
    expect(tables.length).toBeGreaterThan(15);
    expect(tables.map(([, table = '']) => table).filter((table) => !names.includes(table))).toEqual([]);
  });

  test('every SQL statement runs on the current schema', async () => {
    const statements = readPages().flatMap(({ path: file, blocks }) =>
      blocks.flatMap((block) => sqlIn(block).map((sql) => ({ file, sql }))),
    );
    const safe = statements.filter(({ sql }) => !/^(?:create|drop) database/i.test(sql));
    expect(safe.length).toBeGreaterThan(5);
    await onDatabase(async (client) => {
      for (const { file, sql } of safe) {
        const problem = await client.query(sql).then(
          () => undefined,
          (error: Error) => error.message,
        );
        expect({ file, sql, problem }).toEqual({ file, sql, problem: undefined });
      }
    });
  });
});
