import { chromium } from 'playwright-core';
import { UserError } from '@archive/postgres';
import { findBrowser } from '../browser.ts';
import { visit } from '../mfe/smoke.ts';
import { expect } from './checks.ts';

interface Registry {
  apps: Record<string, { version: string; manifest: string; path: string }>;
}

export const registryOf = async (origin: string): Promise<Registry> =>
  (await (await fetch(`${origin}/mfe/registry.json`)).json()) as Registry;

/** Opens the page of each micro-frontend in a browser, which must run the live version. Returns their versions. */
export async function openFrontends(origin: string): Promise<string> {
  const executablePath = await findBrowser(process.env);
  if (!executablePath) throw new UserError('The stack needs Chromium. Install it, or set CHROMIUM_PATH.');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const { apps } = await registryOf(origin);
    const versions = Object.entries(apps).map(([name, { version }]) => `${name} ${version}`);
    for (const [name, { path, manifest }] of Object.entries(apps)) {
      // The proxy signs its own certificate.
      const page = await browser.newPage({ ignoreHTTPSErrors: true });
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
