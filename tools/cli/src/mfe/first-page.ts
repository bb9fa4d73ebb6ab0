/*
 * How long a developer waits: from `npm run mfe -- dev people` to the page with its first content and with its records, and from a
 * change of a source to the screen. `node tools/cli/src/mfe/first-page.ts <address of a running archive> [file text replacement]`;
 * with a file, its text is replaced for a moment and put back. Prints the load of the machine too, which decides the rest.
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

/** In the page: the moment of the first content since it was opened, in milliseconds. */
const FIRST_CONTENT = `new Promise((resolve) => {
  const look = () => {
    const [entry] = performance.getEntriesByName('first-contentful-paint');
    entry ? resolve(entry.startTime) : requestAnimationFrame(look);
  };
  look();
})`;

const [archive = 'http://127.0.0.1:3000', file, text = '', replacement = ''] = process.argv.slice(2);
const { chromium } = createRequire(join(ROOT, 'e2e', 'package.json'))('@playwright/test') as { chromium: BrowserType };
const executablePath = await findBrowser(process.env, ROOT);
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] });
const page = await browser.newPage();
const username = process.env.CURATOR_USERNAME || 'curator';
const { password } = readSettings({ ...process.env, NODE_ENV: 'development' }).curator;
// Cookies are of a host, whatever its port: whoever develops has signed in long before.
await page.request.post(`${archive}/api/auth/login`, { headers: { origin: archive }, data: { username, password } });
await page.addInitScript({ content: `localStorage.setItem('authenticated', 'true')` });

const load = loadavg()[0] ?? 0;
const began = performance.now();
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(2).padStart(6);
const command = spawn('npm', ['run', '-s', 'mfe', '--', 'dev', 'people', '--archive', archive], {
  cwd: ROOT,
  detached: true,
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const origin = await announced();
  console.log(`${seconds(began)} s  the address is there (load ${load.toFixed(1)} on ${cpus().length} processors)`);
  const opened = performance.now();
  await page.goto(`${origin}/people`);
  const painted = await page.evaluate<number>(FIRST_CONTENT);
  await page.getByRole('heading', { level: 1, name: 'Passengers' }).waitFor();
  console.log(`${((opened - began + painted) / 1000).toFixed(2).padStart(6)} s  the first content`);
  console.log(`${seconds(began)} s  the page of the remote`);
  if (file) await change(file);
} finally {
  await browser.close();
  process.kill(-(command.pid ?? 0), 'SIGTERM');
  await once(command, 'exit');
}

async function announced(): Promise<string> {
  let said = '';
  for await (const part of command.stdout ?? []) {
    said += String(part);
    const found = /from its sources at (http:\S+?),/.exec(said)?.[1];
    if (found) return found;
  }
  throw new Error(`It ended before it served:\n${said}`);
}

async function change(path: string): Promise<void> {
  const before = readFileSync(path, 'utf8');
  if (!before.includes(text)) throw new Error(`${path} does not say "${text}".`);
  await page.evaluate('window.sameWindow = true, 0');
  try {
    const changed = performance.now();
    writeFileSync(path, before.replaceAll(text, replacement));
    await page.getByText(replacement).first().waitFor();
    const same = await page.evaluate<boolean>(`'sameWindow' in window`);
    console.log(`${seconds(changed)} s  a change is on the screen, ${same ? 'without' : 'by'} a reload of the page`);
  } finally {
    writeFileSync(path, before);
  }
}
