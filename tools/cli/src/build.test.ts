import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock } from '@archive/postgres';
import { build, fingerprint } from './build.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-test-'));
  put('apps/shell/src/main.tsx', 'one');
  put('libs/ui/src/index.ts', 'one');
  put('package-lock.json', '{"packages": {"node_modules/a": {"version": "1.0.0"}}}');
  put('node_modules/a/package.json', '{}');
  put('node_modules/.package-lock.json', '{"packages": {"node_modules/a": {"version": "1.0.0"}}}');
});
afterEach(() => rmSync(root, { recursive: true }));

function put(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

test.each([
  ['a source that grew', () => put('libs/ui/src/index.ts', 'more')],
  ['a source saved again at another time', () => utimesSync(join(root, 'libs/ui/src/index.ts'), 1, 1)],
  ['a new source', () => put('apps/shell/src/new.ts', '')],
  ['a source that went', () => rmSync(join(root, 'apps/shell/src/main.tsx'))],
  [
    'another installed package',
    () => put('node_modules/.package-lock.json', '{"packages": {"node_modules/a": {"version": "2.0.0"}}}'),
  ],
  ['other packages', () => put('package-lock.json', '{"lockfileVersion": 3}')],
  ['the build itself', () => put('tools/rspack/index.mjs', '')],
])('%s needs a build', (_, change) => {
  const before = fingerprint(root);
  change();
  expect(fingerprint(root)).not.toBe(before);
});

test.each([
  'apps/backend/dist/main.js',
  'apps/shell/test-results/jest.json',
  'apps/shell/node_modules/x/index.js',
  'tools/cli/start.ts',
  'README.md',
])('%s needs no build', (path) => {
  const before = fingerprint(root);
  put(path, 'new');
  expect(fingerprint(root)).toBe(before);
});

test('a build says once which process it waits for', async () => {
  mkdirSync(join(root, 'dist'));
  const lock = acquireLock(join(root, 'dist/.building'));
  const stop = new AbortController();
  const lines: string[] = [];
  const waiting = build(root, join(root, 'build.log'), stop.signal, { print: (line) => lines.push(line) });
  setTimeout(() => stop.abort(), 600);
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(lines).toEqual([`Waiting for process ${process.pid}, which is building the archive.`]);
  expect(lock).toHaveProperty('release');
});
