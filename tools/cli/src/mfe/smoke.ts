import { chromium, type Page } from 'playwright-core';
import type { RunningArchive, Verdict } from './archive.ts';
import { startSmokeServer, type SmokeServer } from './smoke-server.ts';

/** A slot times out after eight seconds and shows a message. */
const SHOW_TIMEOUT_MS = 12_000;

const HOME = '/';

/**
 * The fourth gate: opens a candidate in the live shell with the other live remotes, on each page the build names and
 * once on every other remote.
 */
export async function smoke(
  browserPath: string,
  archive: RunningArchive,
  name: string,
  version: string,
): Promise<Verdict> {
  const server = await startSmokeServer(archive, name, version);
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`));
    for (const path of await urlsOf(archive, server, name, version)) {
      const problem = await visit(page, server, path);
      if (problem !== undefined) problems.push(problem);
    }
    const uniqueProblems = [...new Set([...problems, ...server.failures])]
      .map((problem) => problem.slice(0, 500))
      .slice(0, 50);
    return { passed: uniqueProblems.length === 0, problems: uniqueProblems, revision: server.registry.revision };
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * The pages that the registration and the build name, and its path; then Home, whose cards the remotes fill, and the path of each
 * other remote.
 */
async function urlsOf(
  archive: RunningArchive,
  { registry }: SmokeServer,
  name: string,
  version: string,
): Promise<string[]> {
  const paths = Object.values(registry.apps).map(({ path }) => path);
  if (name === 'shell') return [HOME, ...paths];
  const headers = await archive.credentials();
  const response = await fetch(`${archive.origin}/mfe/${name}/${version}/archive.json`, { headers });
  const { apps } = await archive.status();
  const registered = apps.find((app) => app.name === name)?.registration?.description.pages ?? [];
  const { pages = [] } = response.ok ? ((await response.json()) as { pages?: string[] }) : {};
  return [...new Set([...registered, ...pages, registry.apps[name]?.path ?? HOME, HOME, ...paths])];
}

async function visit(page: Page, server: SmokeServer, path: string): Promise<string | undefined> {
  await page.goto(server.origin + path);
  const main = page.locator('main');
  const failed = page.locator('[data-mfe-failed]');
  const heading = page.locator('main :is(h1, h2, [role="alert"])').first();
  try {
    await heading.waitFor({ timeout: SHOW_TIMEOUT_MS });
    // Modules that load late may still fail while rendering.
    await page.waitForLoadState('load');
    const pending = page.locator('main [data-mfe] output').first();
    if (path === HOME) await pending.waitFor({ state: 'detached', timeout: SHOW_TIMEOUT_MS });
  } catch {
    const text = (await main.textContent({ timeout: 1000 }).catch(() => '')) ?? '';
    return `${path} shows no content within ${SHOW_TIMEOUT_MS / 1000} seconds${text ? `, but "${text.slice(0, 80)}"` : ''}.`;
  }
  if ((await failed.count()) > 0) return `${path} could not be shown.`;
  return undefined;
}
