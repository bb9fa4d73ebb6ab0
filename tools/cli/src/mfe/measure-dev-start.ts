/*
 * Measures dev-server startup (`npm run mfe -- dev people` to first contentful paint and loaded page) and how long a
 * source edit takes to appear. Usage: `node tools/cli/src/mfe/measure-dev-start.ts <archive URL> [file text
 * replacement]`; the file is restored afterward. Also prints the machine's load average.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { BrowserType } from '@playwright/test';
import { findBrowser } from '../browser.ts';
import { readSettings, ROOT } from '../settings.ts';

/** Runs in the page: milliseconds from opening to first contentful paint. */
const FIRST_CONTENTFUL_PAINT = `new Promise((resolve) => {
  const poll = () => {
    const [entry] = performance.getEntriesByName('first-contentful-paint');
    entry ? resolve(entry.startTime) : requestAnimationFrame(poll);
  };
  poll();
})`;

const [archive = 'http://127.0.0.1:3000', file, text = '', replacement = ''] = process.argv.slice(2);
const { chromium } = createRequire(join(ROOT, 'e2e', 'package.json'))('@playwright/test') as { chromium: BrowserType };
const executablePath = await findBrowser(process.env);
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
const page = await browser.newPage();
const username = process.env.CURATOR_USERNAME || 'curator';
const { password } = readSettings({ ...process.env, NODE_ENV: 'development' }).curator;
// Cookies apply to all ports of a host: developers are usually signed in already.
await page.request.post(`${archive}/api/auth/login`, { headers: { origin: archive }, data: { username, password } });
await page.addInitScript({ content: `localStorage.setItem('authenticated', 'true')` });

const load = loadavg()[0] ?? 0;
const startedAt = performance.now();
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(2).padStart(6);
const command = spawn('npm', ['run', '-s', 'mfe', '--', 'dev', 'people', '--archive', archive], {
  cwd: ROOT,
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const origin = await waitForUrl();
  console.log(
    `${seconds(startedAt)} s  server responds (load average ${load.toFixed(1)} on ${cpus().length} processors)`,
  );
  const opened = performance.now();
  await page.goto(`${origin}/people`);
  const painted = await page.evaluate<number>(FIRST_CONTENTFUL_PAINT);
  await page.getByRole('heading', { level: 1, name: 'Passengers' }).waitFor();
  console.log(`${((opened - startedAt + painted) / 1000).toFixed(2).padStart(6)} s  first contentful paint`);
  console.log(`${seconds(startedAt)} s  remote page rendered`);
  if (file) await measureChange(file);
} finally {
  await browser.close();
  process.kill(-(command.pid ?? 0), 'SIGTERM');
  await once(command, 'exit');
}

async function waitForUrl(): Promise<string> {
  let output = '';
  for await (const part of command.stdout ?? []) {
    output += String(part);
    const address = /from its sources at (http:\S+?),/.exec(output)?.[1];
    if (address) return address;
  }
  throw new Error(`The server exited before it was ready:\n${output}`);
}

async function measureChange(path: string): Promise<void> {
  const originalText = readFileSync(path, 'utf8');
  if (!originalText.includes(text)) throw new Error(`${path} does not contain "${text}".`);
  await page.evaluate('window.sameWindow = true, 0');
  try {
    const changedAt = performance.now();
    writeFileSync(path, originalText.replaceAll(text, replacement));
    await page.getByText(replacement).first().waitFor();
    const same = await page.evaluate<boolean>(`'sameWindow' in window`);
    console.log(`${seconds(changedAt)} s  change visible (${same ? 'hot update' : 'full reload'})`);
  } finally {
    writeFileSync(path, originalText);
  }
}
