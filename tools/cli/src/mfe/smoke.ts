import { type Browser, chromium, type Page } from 'playwright-core';
import type { RunningArchive, Status, Verdict } from './archive.ts';
import { startSmokeServer, type SmokeServer } from './smoke-server.ts';

/** A slot times out after eight seconds and shows a message. */
const SHOW_TIMEOUT_MS = 12_000;

const HOME = '/';

/**
 * The fourth gate: opens a candidate in the live shell with the other live remotes, on each page the build names and
 * once on every other remote. While other micro-frontends have canaries, it repeats all of this with them.
 */
export async function smoke(
  browserPath: string,
  archive: RunningArchive,
  name: string,
  version: string,
): Promise<Verdict> {
  const canaries = canariesBeside(await archive.status(), name);
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const live = await problemsOnPages(browser, archive, { [name]: version }, name);
    if (Object.keys(canaries).length === 0) return verdictOf(live.problems, live.revision);
    const other = await problemsOnPages(browser, archive, { ...canaries, [name]: version }, name);
    const label = `With ${Object.entries(canaries)
      .map(([canary, canaryVersion]) => `the canary ${canary} ${canaryVersion}`)
      .join(' and ')}: `;
    // The first revision, because later changes were not checked.
    return verdictOf([...live.problems, ...other.problems.map((problem) => label + problem)], live.revision);
  } finally {
    await browser.close();
  }
}

function verdictOf(problems: readonly string[], revision: number): Verdict {
  const uniqueProblems = [...new Set(problems)].map((problem) => problem.slice(0, 500)).slice(0, 50);
  return { passed: uniqueProblems.length === 0, problems: uniqueProblems, revision };
}

/** The canaries that a share of the sessions gets together with a candidate. */
export const canariesBeside = ({ apps }: Pick<Status, 'apps'>, name: string): Record<string, string> =>
  Object.fromEntries(
    apps.flatMap((app) => (app.canary && app.name !== name ? [[app.name, app.canary.version] as const] : [])),
  );

async function problemsOnPages(
  browser: Browser,
  archive: RunningArchive,
  versions: Record<string, string>,
  name: string,
): Promise<{ problems: string[]; revision: number }> {
  const server = await startSmokeServer(archive, versions);
  const page = await browser.newPage();
  try {
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`${error.name}: ${error.message}`));
    for (const path of await urlsOf(archive, server, name, versions[name] ?? '')) {
      const problem = await visit(page, server.origin, path);
      if (problem !== undefined) problems.push(problem);
    }
    return { problems: [...problems, ...server.failures], revision: server.registry.revision };
  } finally {
    await page.close();
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
  const response = await (await archive.client()).get(`/mfe/${name}/${version}/archive.json`);
  const { apps } = await archive.status();
  const registered = apps.find((app) => app.name === name)?.registration?.description.pages ?? [];
  const { pages = [] } = response.ok ? ((await response.json()) as { pages?: string[] }) : {};
  return [...new Set([...registered, ...pages, registry.apps[name]?.path ?? HOME, HOME, ...paths])];
}

/** Opens a page, and returns what is wrong with it. */
export async function visit(page: Page, origin: string, path: string): Promise<string | undefined> {
  await page.goto(origin + path);
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
