import { processStartTime } from '@archive/postgres';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runNx } from './nx.ts';
import { ROOT } from './settings.ts';
import { argumentsOf, labelOfTask, readProjects, runAll, RUNS, type TestRun, WORKERS } from './test-queues.ts';

const projects = readProjects(ROOT);

/** The tasks that Nx selects with these arguments. */
function tasksOf({ args }: TestRun): string[] {
  const valueOf = (option: string) => args[args.indexOf(option) + 1] ?? '';
  const target = valueOf('-t');
  const selected = args.includes('-p') ? valueOf('-p') : '**';
  const excluded = args.includes('--exclude') ? valueOf('--exclude') : '';
  return projects
    .filter(({ folder }) => matchesGlob(folder, selected) && !matchesGlob(folder, excluded))
    .filter(({ targets }) => targets.includes(target))
    .map(({ name }) => `${name}:${target}`);
}

describe('npm test', () => {
  test('runs every test and end-to-end target, once', () => {
    const all = projects.flatMap(({ name, targets }) =>
      targets.filter((target) => target === 'test' || target.startsWith('e2e-')).map((target) => `${name}:${target}`),
    );
    expect(all.length).toBeGreaterThan(20);
    expect(RUNS.flatMap(tasksOf).toSorted()).toEqual(all.toSorted());
  });

  test('names each task as the reporters of its tests do, and no build', () => {
    const labels = RUNS.flatMap(tasksOf).map((task) => labelOfTask(projects, task));
    expect(labels).toEqual(expect.arrayContaining(['apps/backend', 'libs/ui', 'tools/cli', 'e2e phone']));
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).not.toContain(undefined);
    expect(labelOfTask(projects, '@archive/backend:build')).toBeUndefined();
  });
});

describe('runs', () => {
  let root: string;

  /** A workspace whose tests write their process to a file and run for a minute. */
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'test-queues-'));
    symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'root', workspaces: ['libs/*'] }));
    writeFileSync(join(root, 'nx.json'), JSON.stringify({ neverConnectToCloud: true, useDaemonProcess: false }));
    for (const name of ['one', 'two', 'three']) {
      mkdirSync(join(root, 'libs', name), { recursive: true });
      const command = `echo $$ > ${join(root, `${name}.pid`)} && exec sleep 60`;
      writeFileSync(
        join(root, 'libs', name, 'package.json'),
        JSON.stringify({ name, nx: { targets: { test: { command } } } }),
      );
    }
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const aRun = (name: string, workers = 1) => ({ log: name, args: ['-t', 'test', '-p', name], workers });

  test('run side by side, and Ctrl-C stops all of them with their tasks before it returns', async () => {
    const stop = new AbortController();
    const outcome = runAll(
      ['one', 'two', 'three'].map((name) => aRun(name)),
      ({ log, args }) =>
        runNx(root, ['run-many', ...args], join(root, `${log}.log`), stop.signal, {
          ...process.env,
          NX_DAEMON: 'false',
          NX_WORKSPACE_DATA_DIRECTORY: join(root, `.nx-${log}`),
        }),
      2,
    ).catch((error: unknown) => error);
    const pidFiles = ['one', 'two'].map((name) => join(root, `${name}.pid`));
    const pids = () => globSync(pidFiles).map((file) => Number(readFileSync(file, 'utf8')));
    while (pids().filter(Boolean).length < 2) await sleep(50);
    const tasks = pids();
    stop.abort();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    expect(tasks.map((pid) => processStartTime(pid))).toEqual([undefined, undefined]);
    expect(globSync('three.*', { cwd: root })).toEqual([]);
  });

  test('a run leaves in place what is built, which other runs use', async () => {
    const built = join(root, 'libs/one/dist/program.js');
    const command = `mkdir -p libs/one/dist && touch ${built}`;
    const targets = {
      build: { cache: true, outputs: ['{projectRoot}/dist'], command },
      test: { dependsOn: ['build'], command: 'true' },
    };
    writeFileSync(join(root, 'libs/one/package.json'), JSON.stringify({ name: 'one', nx: { targets } }));
    writeFileSync(join(root, '.gitignore'), 'dist\n*.log\n.nx\n');
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    const { signal } = new AbortController();
    const nx = (args: string[]) =>
      runNx(root, args, join(root, 'one.log'), signal, { ...process.env, NX_DAEMON: 'false' });
    const createdAt = () => statSync(built).birthtimeMs;
    expect(await nx(['run-many', '-t', 'build'])).toBe(true);
    const first = createdAt();
    expect(await nx(argumentsOf(aRun('one')))).toBe(true);
    expect(createdAt()).toBe(first);
    // Without the arguments of a run, Nx replaces it.
    expect(await nx(['run-many', ...aRun('one').args])).toBe(true);
    expect(createdAt()).toBeGreaterThan(first);
  });

  test('the next run starts when its workers are free, and all results are returned', async () => {
    const finish = new Map<string, (passed: boolean) => void>();
    const all = runAll([aRun('large', 2), aRun('first'), aRun('second'), aRun('largest', 3)], ({ log }) => {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      finish.set(log, resolve);
      return promise;
    });
    const end = async (log: string, passed = true) => {
      finish.get(log)?.(passed);
      await sleep(1);
      return [...finish.keys()];
    };
    expect([...finish.keys()]).toEqual(['large', 'first']);
    expect(await end('first', false)).toEqual(['large', 'first', 'second']);
    expect(await end('second')).not.toContain('largest');
    expect(await end('large')).toContain('largest');
    await end('largest');
    expect(await all).toEqual([
      { log: 'first', passed: false },
      { log: 'second', passed: true },
      { log: 'large', passed: true },
      { log: 'largest', passed: true },
    ]);
    expect(Math.max(...RUNS.map(({ workers }) => workers))).toBeLessThanOrEqual(WORKERS);
  });
});
