import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { ROOT } from '../settings.ts';
import { expect, type Checks, waitFor } from './checks.ts';
import { type Access, curatorOf } from './clients.ts';
import { healthyStack } from './failures.ts';
import { configure, importSample, type Ports } from './first-start.ts';
import type { Stack } from './stack.ts';

/** Without releases, how much older the earlier version is. */
const DAYS = 3;
/** For this long, no row has changed. */
const SETTLED_MS = 15_000;
const FILES = ['picture-jpg.jpg', 'picture-png.png', 'film.mp4', 'recording.mp3', 'page.pdf'];
/** What people have written. */
const RECORDS = ['voyage', 'passenger', 'person', 'president', 'media', 'voyage_media', 'history'];

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();

/** The last release; without one, the version of some days before. Undefined in a clone that has neither. */
function earlierVersion(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', 'HEAD');
  } catch {
    const seconds = Number(git('log', '-1', '--format=%ct')) - DAYS * 24 * 60 * 60;
    return git('rev-list', '-1', `--before=${seconds}`, 'HEAD') || undefined;
  }
}

/**
 * Fills the stack of an earlier version, and continues with this one as docs/operations.md says, with the earlier `.env`. Returns where
 * the upgraded archive is reached.
 */
export async function upgrade(stack: Stack, checks: Checks, current: Access, ports: Ports): Promise<Access> {
  const access = { ...current, origin: `http://127.0.0.1:${ports.http}` };
  const earlier = earlierVersion();
  if (earlier === undefined) {
    await checks.check(
      'An earlier version is upgraded',
      async () => 'NOT CHECKED: git fetch --unshallow --tags gets one',
    );
    return current;
  }
  await checks.require('An earlier version is upgraded', async (show) => {
    const curator = curatorOf(access);
    const tested = stack.git(['rev-parse', 'HEAD']);
    await stack.down('--volumes', '--remove-orphans');
    show('the earlier version');
    checkOut(stack, earlier);
    configure(stack, ports, { SITE_ADDRESS: ':80', PUBLIC_URL: access.origin });
    await stack.compose('up', '--build', '--detach', '--wait');
    const voyages = await importSample(access, show);
    const files: { slug: string; sha256: string }[] = [];
    for (const name of FILES) {
      const content = readFileSync(join(stack.folder, '../files', name));
      const file = new Blob([content]);
      const upload = { fields: { title: name }, file, filename: name };
      const { media_slug: slug } = await curator.request('media.upload', upload);
      files.push({ slug, sha256: hash(content) });
    }
    await curator.signOut();
    const before = await settledRows(stack);

    show('this version');
    checkOut(stack, tested);
    await stack.compose('up', '--build', '--detach', '--wait');
    await healthyStack(stack, access);
    const after = await rowsOf(stack);
    for (const [table, rows] of before) expectUnchanged(table, rows, after.get(table) ?? []);
    for (const { slug, sha256 } of files) {
      const { url } = await curator.request('media.get', { params: { slug } });
      const content = await (await (await curator.client()).get(url ?? '')).arrayBuffer();
      expect(hash(Buffer.from(content)) === sha256, `The file of ${slug} has changed`);
    }
    const version = git('log', '-1', '--format=%h of %cs', earlier);
    return `from ${version}: ${voyages} voyages, ${files.length} files and ${before.get('history')?.length} changes are as they were`;
  });
  return access;
}

function checkOut(stack: Stack, version: string): void {
  stack.git(['checkout', '--quiet', '--force', '--detach', version]);
  stack.commit('With stand-ins');
}

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');

type Row = Record<string, unknown>;

/** The rows of the records without what the database derives from them: each version may derive something else. */
async function rowsOf(stack: Stack): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>(RECORDS.map((table) => [table, []]));
  const statement = RECORDS.map(
    (table) => `select '${table}', to_jsonb(t) - array(select column_name::text from information_schema.columns
      where table_name = '${table}' and (is_generated = 'ALWAYS' or data_type = 'tsvector')) from ${table} t`,
  ).join(' union all ');
  for (const line of await stack.sql(statement)) {
    const separator = line.indexOf('|');
    rows.get(line.slice(0, separator))?.push(JSON.parse(line.slice(separator + 1)) as Row);
  }
  return rows;
}

/** The rows after the worker has written what it found out about the files. Not every version states when that is. */
const settledRows = (stack: Stack) =>
  waitFor('The end of the work on the files', 180, async () => {
    const before = await rowsOf(stack);
    await sleep(SETTLED_MS);
    return isDeepStrictEqual(before, await rowsOf(stack)) ? before : undefined;
  });

/** Every row has the same values in the columns that both versions have. */
function expectUnchanged(table: string, before: Row[], after: Row[]): void {
  const columns = Object.keys(before[0] ?? {}).filter((name) => name in (after[0] ?? {}));
  const texts = (rows: Row[]) => rows.map((row) => JSON.stringify(columns.map((name) => row[name])));
  const stored = new Set(texts(after));
  const lost = texts(before).filter((row) => !stored.has(row));
  expect(
    (before.length === 0 || columns.length > 0) && lost.length === 0 && before.length === after.length,
    `${table}: ${before.length} rows, then ${after.length}; ${lost.length} differ, such as ${lost[0]}`,
  );
}
