import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import {
  albumOperations,
  apiTokenOperations,
  mediaFields,
  mediaOperations,
  mediaPeopleOperations,
  namesOf,
} from '@archive/contracts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { aPng } from '../builders/files.ts';
import { aPerson, aPresident, aVoyage } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/wait-until.ts';
import { PROJECT } from '../support/program.ts';
import { upload } from '../support/upload.ts';
import { send } from '../writing/send.ts';

const PROGRAM = path.resolve(PROJECT, '../../tools/cli/media.ts');
const FILES = 12;

let api: TestApi;
let curator: Browser;
let token: string;
let folder: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
  ({ token } = (
    await send(curator, apiTokenOperations.create, { body: { label: 'Scanning room', scopes: ['upload'] } })
  ).body);
});
afterAll(() => api.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scans-'));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

const report = () => path.join(folder, '.report.csv');
function start(...options: string[]): ChildProcess {
  const child = spawn(
    process.execPath,
    [PROGRAM, 'import', folder, '--report', report(), '--archive', api.url, ...options],
    {
      env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', UPLOAD_TOKEN: token },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}
async function run(...options: string[]) {
  const child = start(...options);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [output, errors] = await Promise.all([text(child.stdout!), text(child.stderr!)]);
  return { status: await exit, output: output + errors };
}
const put = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content);
const media = async () => (await send(curator, mediaOperations.list, { query: { limit: 100 } })).body;
const rowsOf = async () => (await readFile(report(), 'utf8')).trim().split('\n').slice(1);

test('a folder is imported with a token after a dry run, with every field and link, even for duplicates', async () => {
  const ann = await aPerson().save(api.database);
  const president = await aPresident('Rosa Parks').save(api.database);
  const voyage = await aVoyage().save(api.database);
  const { body: album } = await send(curator, albumOperations.create, {
    body: { title: 'On deck', voyage_slug: voyage.slug },
  });
  const values: Record<string, string> = {
    title: 'At the rail',
    media_type: 'book',
    date: '1962~',
    credit: 'White House',
    description_markdown: 'Looking *aft*',
    alt_text: 'Guests at the rail',
    rights: 'https://rightsstatements.org/vocab/InC/1.0/',
    rights_note: 'Ask first',
    creator: 'Cecil Stone',
    place: 'Potomac River',
    identifier: 'ST-A22-1-62',
    provenance: 'Gift of the photographer',
    original_filename: 'scan 1.png',
    tags: 'rail, party',
  };
  expect(Object.keys(values).toSorted()).toEqual([...namesOf(mediaFields)].toSorted());
  const links = {
    voyage_slug: voyage.slug,
    media_category: 'additional_source',
    president_slug: president.slug,
    album_slug: album.album_slug,
    people: ann.slug,
  };
  const columns = { file: 'a.png', ...values, date: 'c. 1962', ...links };
  const cells = Object.values(columns).map((cell) => (cell.includes(',') ? `"${cell}"` : cell));
  const known = await aPng({ width: 31 });
  const { body: existing } = await upload(curator, known, { title: 'Known' });
  await put('a.png', await aPng({ width: 30 }));
  await put('known.png', known);
  const table = `${Object.keys(columns).join(',')}\n${cells.join(',')}\nknown.png,Known,,,,,,,,,,,,,,${voyage.slug},,,${album.album_slug},${ann.slug}\n`;
  await put('media.csv', table.replace(`${voyage.slug},additional`, 'no-voyage,additional'));
  const rejected = await run('--yes');
  expect(rejected).toMatchObject({ status: 1, output: expect.stringContaining('no voyage with the slug “no-voyage”') });
  await put('media.csv', table);
  const before = await media();
  const preview = await run('--dry-run');
  expect(preview).toMatchObject({ status: 0, output: expect.stringContaining('2 files') });
  expect(preview.output).toContain('a.png: date “c. 1962” → “about 1962”');
  expect(await media()).toHaveLength(before.length);

  const imported = await run('--yes');
  expect(imported).toMatchObject({
    status: 0,
    output: expect.stringContaining('1 uploaded, 1 already in the library'),
  });
  const stored = (await media()).find(({ title }) => title === 'At the rail');
  expect(stored).toMatchObject({ ...values, tags: ['rail', 'party'], president_slug: president.slug });
  for (const media_slug of [stored!.media_slug, existing.media_slug]) {
    const { body } = await send(curator, mediaPeopleOperations.get, { params: { media_slug } });
    expect(body.people.map(({ person_slug }) => person_slug)).toEqual([ann.slug]);
  }
  const { body: shown } = await send(curator, albumOperations.get, { params: { album_slug: album.album_slug } });
  expect(shown.media).toHaveLength(2);
  const { body: ofVoyage } = await send(curator, mediaOperations.byVoyage, { params: { slug: voyage.slug } });
  expect(ofVoyage.map(({ media_slug, media_category }) => [media_slug, media_category]).toSorted()).toEqual(
    [
      [stored!.media_slug, 'additional_source'],
      [existing.media_slug, 'source'],
    ].toSorted(),
  );
}, 60_000);

test('a voyage shows the files in the order of the table, whichever arrives first', async () => {
  const voyage = await aVoyage().save(api.database);
  const titles = ['Zulu', 'Mike', 'Yankee', 'Alpha', 'Xray', 'Bravo'];
  // The first ones are larger, so that others overtake them.
  for (const [index, title] of titles.entries())
    await put(`${title}.png`, await aPng({ width: 40 + index, height: index < 2 ? 2000 : 30 }));
  await put('media.csv', `file,voyage_slug\n${titles.map((title) => `${title}.png,${voyage.slug}\n`).join('')}`);
  expect(await run('--yes')).toMatchObject({ status: 0, output: expect.stringContaining('6 uploaded') });
  const { body } = await send(curator, mediaOperations.byVoyage, { params: { slug: voyage.slug } });
  expect(body.map(({ title }) => title)).toEqual(titles);
}, 60_000);

test('a killed import continues when it is repeated, and stores each file once', async () => {
  await mkdir(path.join(folder, 'box 1'));
  for (let index = 0; index < FILES; index += 1)
    await put(`box 1/${index}.png`, await aPng({ width: 100 + index, height: 50 }));
  const killed = start('--yes');
  await waitUntil(async () => (await rowsOf().catch(() => [])).length >= 2);
  killed.kill('SIGKILL');
  await new Promise((resolve) => killed.once('exit', resolve));
  const first = (await rowsOf()).length;
  expect(first).toBeLessThan(FILES);
  const second = await run('--yes');
  expect(second).toMatchObject({ status: 0, output: expect.stringContaining('imported earlier') });
  const titles = (await media()).map(({ title }) => title).filter((title) => /^\d+$/.test(title));
  expect(titles.toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: FILES }, (_, index) => String(index)),
  );
  expect(await rowsOf()).toHaveLength(FILES);
}, 60_000);
