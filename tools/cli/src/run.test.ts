import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processStartTime } from '@archive/postgres';
import { COMMANDS } from '../commands.mjs';

let root: string;
let npmLog: string;

/** A minimal clone: the launcher, a command that prints its arguments, and an npm that logs its calls. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'run-test-'));
  npmLog = join(root, 'npm.log');
  mkdirSync(join(root, 'tools/cli'), { recursive: true });
  for (const name of ['run.mjs', 'installed.mjs', 'commands.mjs'])
    copyFileSync(join(import.meta.dirname, '..', name), join(root, 'tools/cli', name));
  writeFileSync(
    join(root, 'tools/cli/start.ts'),
    `console.log('started', process.argv.slice(2).join()); process.exit(7);`,
  );
  writeFileSync(
    join(root, 'tools/cli/dev.ts'),
    `process.on('SIGTERM', () => process.exit(5)); console.log('up'); setInterval(() => undefined, 1000);`,
  );
  writeFileSync(join(root, 'package.json'), '{"type": "module"}');
  lock('1.0.0');
  writeFileSync(
    join(root, 'npm.cjs.js'),
    `const fs = require('fs'), path = require('path');
     fs.appendFileSync(${JSON.stringify(npmLog)}, process.argv.slice(2).join(' ') + '\\n');
     if (process.argv[2] === 'ci' && fs.existsSync('slow')) {
       fs.writeFileSync('slow', String(process.pid));
       setTimeout(() => undefined, 60_000);
     } else if (process.argv[2] === 'ci') {
       fs.mkdirSync('node_modules/node/bin', { recursive: true });
       fs.rmSync('node_modules/node/bin/node', { force: true });
       fs.symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/node/bin/node');
       fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
       const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
       for (const name of Object.keys(packages).filter((name) => name && !fs.existsSync('leave-out'))) {
         fs.mkdirSync(name, { recursive: true });
         fs.writeFileSync(name + '/package.json', '{}');
       }
     }`.replaceAll('require(', 'process.getBuiltinModule('),
  );
});
afterEach(() => rmSync(root, { recursive: true }));

function lock(version: string): void {
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({
      packages: { '': {}, 'node_modules/a': { version }, 'apps/backend/node_modules/a': { version: '0.9.0' } },
    }),
  );
}

// A full test run sets this variable to the folder of its own project.
const { SWC_NATIVE_BINDING_CACHE: _, ...inherited } = process.env;
const environment = () => ({ ...inherited, npm_execpath: join(root, 'npm.cjs.js') });
const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'tools/cli/run.mjs'), ...args], { env: environment(), encoding: 'utf8' });
const installations = () => (existsSync(npmLog) ? readFileSync(npmLog, 'utf8').match(/^ci /gm)?.length : 0) ?? 0;

test('native code is unpacked in the project, also during the installation', () => {
  writeFileSync(
    join(root, 'tools/cli/start.ts'),
    `const { statSync } = process.getBuiltinModule('fs');
     const folder = process.env.SWC_NATIVE_BINDING_CACHE;
     console.log(folder, (statSync(folder).mode & 0o777).toString(8));`,
  );
  expect(run('start').stdout).toContain(`${realpathSync(root)}/.nx/swc 700\n`);
});

test('a fresh clone installs packages first, passes arguments on and returns its status', () => {
  const { status, stdout } = run('start', 'one', 'two');
  expect(status).toBe(7);
  expect(stdout).toMatch(/^ {2}Packages +…\n {2}Packages +\d+\.\d s\nstarted one,two\n$/);
});

test('installs again only after the lock file has changed', () => {
  run('start');
  expect(run('start').stdout).toBe('started \n');
  expect(installations()).toBe(1);
  lock('2.0.0');
  run('start');
  expect(installations()).toBe(2);
});

test('accepts packages installed by hand from the same lock file', () => {
  mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'));
  copyFileSync(join(root, 'package-lock.json'), join(root, 'node_modules/.package-lock.json'));
  for (const name of ['node_modules/a', 'apps/backend/node_modules/a']) {
    mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, name, 'package.json'), '{}');
  }
  expect(run('start').status).toBe(7);
  expect(installations()).toBe(0);
});

test.each([['node_modules/a'], ['apps/backend/node_modules/a']])('installs again when %s is missing', (name) => {
  run('start');
  rmSync(join(root, name), { recursive: true });
  expect(run('start').status).toBe(7);
  expect(installations()).toBe(2);
});

test('a package that npm leaves out does not cause another installation at each start', () => {
  writeFileSync(join(root, 'leave-out'), '');
  run('start');
  run('start');
  expect(installations()).toBe(1);
});

test('an old Node is refused in one sentence', () => {
  const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '18.20.4' })`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', old, join(root, 'tools/cli/run.mjs')], {
    env: environment(),
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/^Node\.js 20 or newer is required, and this is .*\.\n$/),
  ]);
});

test('SIGTERM reaches the command, whose status is returned', async () => {
  run('start');
  const child = spawn(process.execPath, [join(root, 'tools/cli/run.mjs'), 'dev'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(5);
});

test('an interrupted installation stops npm, and the next start installs', async () => {
  const slow = join(root, 'slow');
  writeFileSync(slow, '');
  const child = spawn(process.execPath, [join(root, 'tools/cli/run.mjs'), 'start'], { env: environment() });
  while (!readFileSync(slow, 'utf8')) await sleep(20);
  const npm = Number(readFileSync(slow, 'utf8'));
  child.kill('SIGTERM');
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(143);
  expect(processStartTime(npm)).toBeUndefined();
  rmSync(slow);
  expect(run('start').status).toBe(7);
});

test('a second start says which process it waits for, and continues when that process ends', async () => {
  const installing = spawn('sleep', ['60']);
  writeFileSync(join(root, '.installing'), String(installing.pid));
  const child = spawn(process.execPath, [join(root, 'tools/cli/run.mjs'), 'start'], { env: environment() });
  const [text] = (await once(child.stdout, 'data')) as [Buffer];
  expect(String(text)).toBe(
    `Waiting for process ${installing.pid}, which is installing the packages. If that is another program, delete ${realpathSync(root)}/.installing.\n`,
  );
  installing.kill();
  expect(await once(child, 'exit')).toEqual([7, null]);
  expect(existsSync(join(root, '.installing'))).toBe(false);
});

test.each(['', 'cut off', '999999999'])('a lock that contains "%s" blocks nobody', (content) => {
  writeFileSync(join(root, '.installing'), content);
  expect(run('start').status).toBe(7);
  expect(readdirSync(root).filter((name) => name.startsWith('.installing'))).toEqual([]);
});

test('an unknown command is rejected with a suggestion, before anything is installed', () => {
  const { status, stderr } = run('startt');
  expect([status, stderr.split('\n')[0]]).toEqual([1, 'There is no command "startt". Did you mean start?']);
  expect(run('dance').stderr).toMatch(/^There is no command "dance"\.\n\nnpm run archive -- <command>/);
  expect(installations()).toBe(0);
});

test.each([[], ['--help'], ['help']])(
  'without a command, or with --help, it lists the commands',
  (...args: string[]) => {
    const { status, stdout } = run(...args);
    expect(status).toBe(0);
    for (const name of Object.keys(COMMANDS)) expect(stdout).toContain(`\n  ${name} `);
    expect(installations()).toBe(0);
  },
);

test('every command has a file, and every file of this folder is a command', () => {
  const files = readdirSync(join(import.meta.dirname, '..')).filter((name) => name.endsWith('.ts'));
  expect(files.toSorted()).toEqual(
    Object.keys(COMMANDS)
      .map((name) => `${name}.ts`)
      .toSorted(),
  );
});
