import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildLibraries } from './libraries.ts';
import { type Manifest, ROOT } from './manifest.ts';

/** A project outside of the repository, with only the packages installed. */
let project: string;

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'client-'));
  const scope = path.join(project, 'node_modules/@archive');
  mkdirSync(scope, { recursive: true });
  buildLibraries(scope, ['contracts', 'client']);
  for (const name of Object.keys(manifestOf('contracts').dependencies ?? {}))
    symlinkSync(path.join(ROOT, 'node_modules', name), path.join(project, 'node_modules', name));
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(path.join(project, 'node_modules/@archive', name, 'package.json'), 'utf8')) as Manifest;

test('the package has scripts, types, a README, a changelog, and neither sources nor development dependencies', () => {
  expect(manifestOf('client')).toMatchObject({
    name: '@archive/client',
    type: 'module',
    engines: { node: '>=20' },
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    dependencies: { '@archive/contracts': '^1.0.0' },
  });
  expect(manifestOf('client')).not.toHaveProperty('private');
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json'], {
      cwd: path.join(project, 'node_modules/@archive/client'),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ files: { path: string }[] }];
  const files = packed[0].files.map((file) => file.path);
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'CHANGELOG.md', 'dist/index.js', 'dist/index.d.ts', 'package.json']),
  );
  expect(files.filter((file) => /(?<!\.d)\.ts$|test/.test(file))).toEqual([]);
});

test('the package runs without other packages, as an ES module', () => {
  const empty = path.join(project, 'alone');
  cpSync(path.join(project, 'node_modules/@archive/client'), empty, { recursive: true });
  const script = `import { ArchiveClient } from '${empty}/dist/index.js';
    const archive = new ArchiveClient({ url: 'http://127.0.0.1:9' });
    console.log(typeof archive.request, typeof archive.all);`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(printed.trim()).toBe('function function');
});

test('the types of the package contain the operations', () => {
  const file = path.join(project, 'program.ts');
  writeFileSync(
    file,
    `import { ArchiveClient } from '@archive/client';
const archive = new ArchiveClient({ url: 'http://127.0.0.1:9' });
const { data } = await archive.request('voyages.list', { query: { limit: 1 } });
export const title: string | undefined = data[0]?.title;
// @ts-expect-error There is no such operation.
await archive.request('voyages.lists', {});
`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...options, file], { cwd: project, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
});
