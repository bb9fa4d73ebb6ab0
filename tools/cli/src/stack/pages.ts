import { chromium } from 'playwright-core';
import { UserError } from '@archive/postgres';
import { findBrowser } from '../browser.ts';
import { visit } from '../mfe/smoke.ts';
import { expect } from './checks.ts';
import type { Access } from './clients.ts';

interface Registry {
  apps: Record<string, { version: string; manifest: string; path: string }>;
}

export const registryOf = async (origin: string): Promise<Registry> =>
  (await (await fetch(`${origin}/mfe/registry.json`)).json()) as Registry;

/** Signs in with a browser, and opens the page of each micro-frontend, which must run the live version. Returns their versions. */
export async function openFrontends({ origin, username, password }: Access): Promise<string> {
  const executablePath = await findBrowser(process.env);
  if (!executablePath) throw new UserError('The stack needs Chromium. Install it, or set CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    // The proxy signs its own certificate.
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const start = await context.newPage();
    await start.goto(origin);
    await start.getByPlaceholder('Enter username').fill(username);
    await start.getByPlaceholder('Enter password').fill(password);
    await start.getByRole('button', { name: 'Sign In' }).click();
    await start.getByRole('heading', { name: 'About the archive' }).waitFor();
    const { apps } = await registryOf(origin);
    const versions = Object.entries(apps).map(([name, { version }]) => `${name} ${version}`);
    for (const [name, { path, manifest }] of Object.entries(apps)) {
      const page = await context.newPage();
      const problems: string[] = [];
      const loaded: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (response.ok()) loaded.push(pathname);
        else if (pathname.startsWith('/mfe/')) problems.push(`${pathname}: ${response.status()}`);
      });
      const problem = await visit(page, origin, path);
      if (problem !== undefined) problems.push(problem);
      expect(problems.length === 0, `${name}: ${problems.join('\n')}`);
      const folder = new URL('.', new URL(manifest, origin)).pathname;
      expect(
        loaded.some((file) => file.startsWith(folder) && file.endsWith('.js')),
        `${name} runs without a script of ${folder}`,
      );
      await page.close();
    }
    return versions.join(', ');
  } finally {
    await browser.close();
  }
}
