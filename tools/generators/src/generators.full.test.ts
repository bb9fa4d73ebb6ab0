import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import generateField from './field.ts';
import generateModule from './module.ts';
import type { Workspace } from './workspace.ts';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const SOURCES = ['apps', 'libs', 'tools', 'docs/guide', 'archive', 'e2e/package.json'];
const NOT_COPIED = new Set(['node_modules', 'dist', 'test-results', '.development']);

/** A copy of the sources, with the installed packages. */
let copy: string;
const written = new Set<string>();

const workspace = (): Workspace => ({
  root: copy,
  read: (path) => (existsSync(join(copy, path)) ? readFileSync(join(copy, path), 'utf8') : null),
  exists: (path) => existsSync(join(copy, path)),
  write: (path, content) => {
    written.add(path);
    mkdirSync(join(copy, path, '..'), { recursive: true });
    writeFileSync(join(copy, path), content);
  },
});

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'generators-'));
  const filter = (source: string) => !NOT_COPIED.has(basename(source));
  const files = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const path of [...SOURCES, ...files.map(({ name }) => name)])
    cpSync(join(root, path), join(copy, path), { recursive: true, filter });
  linkPackages('.');
  for (const project of ['apps/backend', 'tools/cli']) linkPackages(project);
  for (const project of ['apps/shell', 'libs/ui']) linkPackages(project);

  await generateModule(workspace(), { name: 'ship-logs' });
  await generateField(workspace(), { name: 'weather' });
  await generateField(workspace(), { name: 'sea-state', line: true });
  // This generator is called through the command line; the others are called directly to save time.
  const nx = [
    join(copy, 'node_modules/nx/dist/bin/nx.js'),
    'generate',
    '@archive/generators:remote',
    'logbook',
    '--path=/log-book',
  ];
  const env = { ...process.env, FORCE_COLOR: '0', NX_DAEMON: 'false', NX_WORKSPACE_ROOT_PATH: copy };
  const { stdout } = await run(process.execPath, nx, { cwd: copy, env });
  for (const [, path = ''] of stdout.matchAll(/^(?:CREATE|UPDATE) (.+)$/gm)) written.add(path);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Links every installed package; those of the workspace point to the copy. */
function linkPackages(project: string): void {
  const installed = join(root, project, 'node_modules');
  if (!existsSync(installed)) return;
  mkdirSync(join(copy, project, 'node_modules'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name === '@archive')
      cpSync(join(installed, name), join(copy, project, 'node_modules', name), {
        recursive: true,
        verbatimSymlinks: true,
      });
    else symlinkSync(join(installed, name), join(copy, project, 'node_modules', name));
  }
}

const failure = (error: { stdout: string; stderr: string }) => error.stdout + error.stderr;
const node = (cwd: string, ...args: string[]) =>
  run(process.execPath, args, { cwd: join(copy, cwd), env: { ...process.env, WRITE_ENDPOINTS: '1' } }).then(
    () => '',
    failure,
  );
const jest = (cwd: string, ...files: string[]) =>
  node(
    cwd,
    '--experimental-vm-modules',
    '--no-warnings',
    join(root, 'node_modules/jest/bin/jest.js'),
    '--forceExit',
    ...files,
  );

test('generated files are formatted', async () => {
  const files = [...written].filter((path) => path !== 'package-lock.json');
  expect(files.length).toBeGreaterThan(30);
  expect(await node('.', 'node_modules/prettier/bin/prettier.cjs', '--check', ...files)).toBe('');
});

test('generated files pass lint and the rules for dependencies', async () => {
  const files = [...written].filter((path) => /\.tsx?$/.test(path));
  expect(await node('.', 'node_modules/oxlint/bin/oxlint', '-c', 'oxlint.config.ts', '--deny-warnings', ...files)).toBe(
    '',
  );
  const check = `import { declarationProblems, readProjects } from './tools/lint/imports.ts';
    process.exitCode = declarationProblems(readProjects('.')).map((problem) => console.error(problem)).length;`;
  expect(await node('.', '--input-type=module', '--eval', check)).toBe('');
});

test('generated files have correct types', async () => {
  // One of the next steps that the generator prints. The run that writes the file still reports the earlier one.
  await jest('libs/client', 'src/endpoints');
  // Checks only the changed files and what they import, in one program, because whole projects take minutes.
  const files = [...written, 'tools/rspack/globals.d.ts'].filter((path) =>
    /^(?:apps|libs|tools\/rspack)\/.*\.tsx?$/.test(path),
  );
  const config = {
    extends: './apps/backend/tsconfig.json',
    compilerOptions: { lib: ['es2024', 'dom', 'dom.iterable'], jsx: 'react-jsx' },
    include: [],
    files,
  };
  writeFileSync(join(copy, 'tsconfig.generated.json'), JSON.stringify(config));
  const tsc = 'node_modules/typescript/bin/tsc';
  expect(await node('.', tsc, '--noEmit', '-p', 'tsconfig.generated.json')).toBe('');
});

test('the generated tests of a module and a remote pass', async () => {
  expect(await jest('apps/backend', 'test/ship-logs')).toBe('');
  expect(await jest('apps/logbook-mfe')).toBe('');
});

test('a generator that would overwrite a file, or does not find where to insert code, changes nothing', async () => {
  const before = new Set(written);
  await expect(generateModule(workspace(), { name: 'ship-logs' })).rejects.toThrow('ship-logs.ts exists already.');
  await expect(generateModule(workspace(), { name: 'Ship Logs' })).rejects.toThrow('must be lowercase words');
  writeFileSync(join(copy, 'libs/voyage-document/src/text-fields.ts'), 'export {};');
  await expect(generateField(workspace(), { name: 'tide' })).rejects.toThrow('text-fields.ts has changed its form');
  expect(written).toEqual(before);
});
