/*
 * Measures how long a save takes to have an effect under `npm run dev`, in a copy of the working tree: a message of the API, and a
 * heading of a micro-frontend in Chromium. Usage: `node tools/cli/src/measure-dev.ts [saves]`. Prints the time, the processor time
 * of the processes that it waits for, and the load average: a busy machine increases the time, but hardly the processor time.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@archive/postgres';
import { chromium } from 'playwright-core';
import { findBrowser } from './browser.ts';
import { readSettings, ROOT } from './settings.ts';

const COPY = join(ROOT, 'dist/measure-dev');
/** Pause between two saves, after which the development processes are idle again. */
const IDLE_MS = 4000;
const POLL_MS = 50;
/** Unit of the times in /proc. */
const MS_PER_TICK = 10;
const LOAD = () => `load ${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} processors`;

const saves = Number(process.argv[2] ?? 5);
copyProject();
const port = await freePort('127.0.0.1');
const origin = `http://127.0.0.1:${port}`;
const command = spawn(process.execPath, [join(COPY, 'tools/cli/run.mjs'), 'dev', '--port', String(port)], {
  cwd: COPY,
  detached: true,
  env: { ...process.env, INIT_CWD: COPY, DATA_DIR: join(COPY, '.data') },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: (await findBrowser(process.env)) ?? '',
  args: ['--no-sandbox'],
  handleSIGINT: false,
  handleSIGTERM: false,
});
async function end(): Promise<void> {
  await browser.close();
  if (command.exitCode === null && command.signalCode === null) {
    process.kill(-(command.pid ?? 0), 'SIGTERM');
    await once(command, 'exit');
  }
  rmSync(COPY, { recursive: true });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void end().finally(() => process.exit(1));
  });
try {
  await waitUntilOpen();
  await sleep(IDLE_MS);
  const text = 'There’s nothing at this address';
  await measure(
    'backend',
    { compiler: 'compile-backend', API: '/main.js' },
    'apps/backend/src/common/problem.ts',
    text,
    async (changed) => {
      for (;;) {
        const body = await fetch(`${origin}/api/nothing`).then(
          (response) => response.text(),
          () => '',
        );
        if (body.includes(changed)) return;
        await sleep(POLL_MS);
      }
    },
  );
  const page = await browser.newPage();
  const { username, password } = readSettings({ ...process.env, NODE_ENV: 'development' }).curator;
  await page.request.post(`${origin}/api/auth/login`, { headers: { origin }, data: { username, password } });
  await page.addInitScript({ content: `localStorage.setItem('authenticated', 'true')` });
  await page.goto(`${origin}/people`);
  await page.getByRole('heading', { level: 1, name: 'Passengers' }).waitFor({ timeout: 60_000 });
  await sleep(IDLE_MS);
  const directoryPage = 'apps/people-mfe/src/features/directory/directory-page.tsx';
  await measure('remote', { 'development servers': 'rspack.js' }, directoryPage, 'title="Passengers', (changed) =>
    page.getByRole('heading', { name: changed.slice(changed.indexOf('"') + 1) }).waitFor({ timeout: 60_000 }),
  );
} finally {
  await end();
}

/** Copies the sources, including uncommitted changes, and the installed packages as hard links. */
function copyProject(): void {
  rmSync(COPY, { recursive: true, force: true });
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of git('ls-files', '-z', '--cached', '--others', '--exclude-standard')) {
    if (!existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(COPY, file)), { recursive: true });
    cpSync(join(ROOT, file), join(COPY, file));
  }
  const workspaces = ['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => join(folder, name)),
  );
  for (const folder of ['', 'e2e', ...workspaces]) {
    const source = join(ROOT, folder, 'node_modules');
    if (existsSync(source)) execFileSync('cp', ['-al', source, join(COPY, folder, 'node_modules')]);
  }
}

async function waitUntilOpen(): Promise<void> {
  let output = '';
  for await (const part of command.stdout) {
    output += String(part);
    if (output.includes('The archive is open at')) break;
  }
  if (!output.includes('The archive is open at')) throw new Error(`npm run dev ended:\n${output}`);
  command.stdout.resume();
}

async function measure(
  name: string,
  parts: Record<string, string>,
  file: string,
  text: string,
  waitForText: (text: string) => Promise<unknown>,
): Promise<void> {
  const path = join(COPY, file);
  const original = readFileSync(path, 'utf8');
  if (!original.includes(text)) throw new Error(`${file} does not contain "${text}".`);
  for (let save = 1; save <= saves; save += 1) {
    const changed = `${text} ${save}`;
    const before = processorTimes();
    const started = performance.now();
    writeFileSync(path, original.replaceAll(text, changed));
    await waitForText(changed);
    const elapsed = ((performance.now() - started) / 1000).toFixed(2);
    const used = Object.entries(parts).map(([part, words]) => `${part} ${usedSince(before, words)} s`);
    console.log(`${name.padEnd(8)} ${elapsed} s; processor time: ${used.join(', ')}; ${LOAD()}`);
    await sleep(IDLE_MS);
  }
}

/** Milliseconds of processor time of each development process, by its id. */
function processorTimes(): Map<number, { command: string; used: number }> {
  const processes = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
      const used = ((fields[11] ?? 0) + (fields[12] ?? 0)) * MS_PER_TICK;
      return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8'), used }];
    } catch {
      // The process has ended.
      return [];
    }
  });
  return new Map(processes.filter(({ command }) => command.includes(COPY)).map(({ pid, ...rest }) => [pid, rest]));
}

/** Seconds that the processes whose command line contains `part` have used, of those that existed before. */
function usedSince(before: ReturnType<typeof processorTimes>, part: string): string {
  const after = processorTimes();
  const used = [...before].map(([pid, { command, used: earlier }]) =>
    command.includes(part) ? Math.max(0, (after.get(pid)?.used ?? earlier) - earlier) : 0,
  );
  return (used.reduce((sum, value) => sum + value, 0) / 1000).toFixed(2);
}
