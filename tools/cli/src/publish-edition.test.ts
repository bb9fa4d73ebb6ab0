import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ArchiveSession } from './archive-session.ts';
import { publishEdition } from './publish-edition.ts';
import { Steps } from './steps.ts';

const signal = new AbortController().signal;
let server: Server;
let folder: string;
/** What the archive serves, by path, and which paths were requested. */
let files: Map<string, string>;
let requested: string[];

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'edition-')), 'public');
  serve({ 'index.html': 'Home', 'voyages/first.html': 'First', 'voyages/second.html': 'Second' });
  requested = [];
  server = createServer((request, response) => {
    const name = (request.url ?? '').replace('/edition/', '');
    requested.push(name);
    const content = files.get(name);
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  server.close();
  await rm(path.dirname(folder), { recursive: true });
});

/** Serves an edition of these files. */
function serve(contents: Record<string, string>): void {
  files = new Map(Object.entries(contents));
  const lines = [...files].map(([name, text]) => `${createHash('sha256').update(text).digest('hex')}  ${name}\n`);
  files.set('SHA256SUMS', lines.join(''));
}

/** Publishes in an archive that returns these states one after the other. */
async function publish(...states: { state: string; error?: string }[]) {
  const waiting = [...states];
  const request = (id: string) =>
    Promise.resolve(
      id === 'edition.status'
        ? {
            editions: [
              { number: 3, step: '', counts: { files: 4, written: 2, bytes: 9 }, error: null, ...waiting.shift() },
            ],
          }
        : { number: 3 },
    );
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines: string[] = [];
  const steps = new Steps({ isTerminal: false, write: (text) => lines.push(text) });
  await publishEdition({ origin, request } as unknown as ArchiveSession, { to: folder }, { steps, signal });
  return lines.join('');
}

test('copies an edition into a folder when it is complete', async () => {
  expect(await publish({ state: 'running' }, { state: 'completed' })).toMatch(/Copy .* 3 files copied, 0 removed\n/);
  expect(await readFile(path.join(folder, 'voyages/first.html'), 'utf8')).toBe('First');
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'SHA256SUMS',
    'index.html',
    'voyages',
    path.join('voyages', 'first.html'),
    path.join('voyages', 'second.html'),
  ]);
});

test('copies only what has changed, and removes what the edition no longer has', async () => {
  await publish({ state: 'completed' });
  await writeFile(path.join(folder, 'index.html'), 'Changed by hand');
  serve({ 'index.html': 'Home', 'voyages/first.html': 'First, corrected' });
  requested = [];
  expect(await publish({ state: 'completed' })).toMatch(/Copy .* 2 files copied, 1 removed\n/);
  expect(requested.toSorted()).toEqual(['SHA256SUMS', 'index.html', 'voyages/first.html']);
  expect(await readFile(path.join(folder, 'index.html'), 'utf8')).toBe('Home');
  expect(await readdir(path.join(folder, 'voyages'))).toEqual(['first.html']);
});

test('leaves a folder with other files alone', async () => {
  await mkdir(folder);
  await writeFile(path.join(folder, 'thesis.txt'), 'Mine');
  await expect(publish({ state: 'completed' })).rejects.toThrow('Choose an empty folder.');
  expect(await readdir(folder)).toEqual(['thesis.txt']);
});

test('refuses files outside the folder, and an edition that changes while it is copied', async () => {
  serve({ '../outside.html': 'Outside' });
  await expect(publish({ state: 'completed' })).rejects.toThrow('can’t be copied');
  serve({ 'index.html': 'Home' });
  files.set('index.html', 'Home of the next edition');
  await expect(publish({ state: 'completed' })).rejects.toThrow('Try again.');
  expect(await readdir(path.dirname(folder))).toEqual([]);
});

test('says why an edition was not published', async () => {
  await expect(publish({ state: 'failed', error: 'The disk is full.' })).rejects.toThrow('The disk is full.');
  await expect(publish({ state: 'cancelled' })).rejects.toThrow('Someone canceled the edition.');
  expect(requested).toEqual([]);
});
