import { startRegistry } from '@archive/packages';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ROOT } from '../pages/archive-command.ts';
import { builtPackages, runScript, scriptsOf, startVerifier, stepSeconds } from '../pages/outside-team.ts';
import { fileHashes, frontendStatus, publishedVersions, requestedVersions } from '../pages/releases.ts';
import { CURATOR, expect, navigationLink, sendConfirmed, test } from '../pages/test.ts';

/** The example micro-frontend. No file of the archive contains its name. */
const NAME = 'log-book-statistics';
const TITLE = 'Log book statistics';
const REMOTES = ['voyages', 'people', 'media'];

test.use({ expectedConsoleErrors: /handler failed|promise failed/ });

/** Adds a page that fails in ways that no error boundary sees. */
function addFailures(project: string): void {
  const file = join(project, 'src/routes.tsx');
  const page = `
const Failing = () => (
  <>
    <h1>Failing</h1>
    <button onClick={() => { throw new Error('An event handler failed'); }}>Fail now</button>
    <button onClick={() => void Promise.reject(new Error('A promise failed'))}>Fail later</button>
  </>
);
`;
  const source = readFileSync(file, 'utf8')
    .replace('/** Relative to', `${page}\n/** Relative to`)
    .replace(`['routes'] = [`, `['routes'] = [{ path: 'failing', element: <Failing /> }, `);
  writeFileSync(file, source);
}

/** What a version was doing in a browser when it failed last. */
async function lastFailure({ request }: Page, version: string): Promise<string | null | undefined> {
  const { apps } = (await (await request.get('/api/frontends')).json()) as {
    apps: { name: string; versions: { version: string; last_phase: string | null }[] }[];
  };
  return apps.find(({ name }) => name === NAME)?.versions.find((item) => item.version === version)?.last_phase;
}

test('a team creates, publishes, promotes and rolls back a micro-frontend, with packages in an empty folder only', async ({
  signedIn: page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const versions = await publishedVersions(page.request, NAME);
  // A version can be published only once, and the test may be repeated.
  const [first, second] = [`1.${versions.length}.0`, `1.${versions.length + 1}.0`];
  const [create, register, release, next] = scriptsOf('A team outside of this repository').map((script) =>
    script.replaceAll('1.1.0', second).replaceAll('1.0.0', first),
  ) as [string, string, string, string];
  const tokenOf = async (data: object) => {
    const made = await sendConfirmed(page.request, baseURL!, 'POST', '/api/tokens', data);
    return ((await made.json()) as { token: string }).token;
  };
  const folder = mkdtempSync(join(tmpdir(), 'team-'));
  const project = join(folder, NAME);
  const curator = { CURATOR_USERNAME: CURATOR.username, CURATOR_PASSWORD: CURATOR.password };
  const registry = await startRegistry(builtPackages());
  const verifying = {
    VERIFY_TOKEN: await tokenOf({ label: 'Verifier of the archive', scopes: ['verify'] }),
    ...curator,
  };
  const verifier = startVerifier({ ...process.env, ARCHIVE_URL: baseURL!, ...verifying });
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_registry: registry.origin,
    npm_config_audit: 'false',
    ARCHIVE_URL: baseURL!,
  };
  const files = await fileHashes(page.request, REMOTES);
  try {
    await runScript(create, folder, env);
    // The team writes its pages.
    rmSync(join(project, 'src'), { recursive: true });
    for (const file of ['src', 'remote.json'])
      cpSync(join(ROOT, 'examples', NAME, file), join(project, file), { recursive: true });
    await runScript(register, project, { ...env, ...curator });
    const pipeline = {
      ...env,
      DEPLOY_TOKEN: await tokenOf({ scopes: [`deploy:${NAME}`], label: 'Pipeline of the team' }),
    };

    const released = await runScript(release, project, pipeline);
    const link = `${baseURL}/${NAME}?mfe.${NAME}=`;
    expect(released.at(-2)!.output).toContain(`Preview: ${link}${first}`);
    expect(stepSeconds(released, 'Gates and storage')).toBeLessThanOrEqual(30);
    await page.goto('/');
    const requested = requestedVersions(page, NAME);
    await navigationLink(page, 'Statistics').click();
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    expect([...requested]).toEqual([first]);
    expect(await fileHashes(page.request, REMOTES)).toEqual(files);

    addFailures(project);
    const [publication, promotion, rollback] = await runScript(next, project, pipeline);
    expect(publication!.output).toContain(`${NAME} ${second} is a candidate.`);
    expect(promotion!.output).toContain(`${NAME} ${second} is live.`);
    expect(rollback!.output).toContain(`${NAME} ${first} is live.`);
    expect((await frontendStatus(page.request, NAME)).live!.version).toBe(first);
    expect(verifier.output()).toContain(`${NAME} ${second}`);

    // The link in a pull request asks before it loads the candidate.
    await page.goto(link + second);
    await expect(page.getByRole('heading', { name: `Preview ${TITLE} ${second}?` })).toBeVisible();
    await expect(page.getByText('Pipeline of the team')).toBeVisible();
    requested.clear();
    await page.getByRole('button', { name: 'Load the preview' }).click();
    await expect.poll(() => [...requested]).toContain(second);
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    await page.goto(`/${NAME}/failing`);
    for (const [button, phase] of [
      ['Fail now', 'event'],
      ['Fail later', 'promise'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await expect.poll(() => lastFailure(page, second)).toBe(phase);
    }
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Exit preview' }).click()]);

    const retired = await sendConfirmed(page.request, baseURL!, 'DELETE', `/api/frontends/${NAME}`);
    expect(retired.ok()).toBe(true);
    await page.goto(`/${NAME}`);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(await fileHashes(page.request, REMOTES)).toEqual(files);
  } finally {
    await verifier.stop();
    await registry.close();
    await sendConfirmed(page.request, baseURL!, 'DELETE', `/api/frontends/${NAME}`);
    rmSync(folder, { recursive: true, force: true });
  }
});
