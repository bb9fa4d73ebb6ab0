import { startRegistry } from '@archive/packages';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtPackages, ROOT, runScript, scriptsOf, startVerifier, stepSeconds } from '../pages/outside-team.ts';
import { frontendStatus, requestedVersions, restoreVersion } from '../pages/releases.ts';
import { CURATOR, expect, test } from '../pages/test.ts';

/** The version in the scripts. */
const VERSION = '1.9.0';

test('a team builds, publishes, promotes and rolls back from an empty folder, with published packages only', async ({
  signedIn: page,
  baseURL,
}) => {
  test.setTimeout(300_000);
  const { live, versions } = await frontendStatus(page.request, 'people');
  // A version is published once, and the test may run again.
  const version = `1.9.${versions.filter((item) => item.version.startsWith('1.9.')).length}`;
  const scripts = scriptsOf('A team outside of this repository').map((script) => script.replaceAll(VERSION, version));
  const [create, publish, release] = scripts as [string, string, string];
  const folder = mkdtempSync(join(tmpdir(), 'team-'));
  const registry = await startRegistry(builtPackages());
  const tokenOf = async (data: object) => {
    const made = await page.request.post('/api/frontends/tokens', { headers: { origin: baseURL! }, data });
    return ((await made.json()) as { token: string }).token;
  };
  const verifier = startVerifier({
    ...process.env,
    ARCHIVE_URL: baseURL!,
    VERIFY_TOKEN: await tokenOf({ label: 'Verifier of the archive' }),
    CURATOR_USERNAME: CURATOR.username,
    CURATOR_PASSWORD: CURATOR.password,
  });
  const project = join(folder, 'people');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    npm_config_registry: registry.origin,
    npm_config_audit: 'false',
    ARCHIVE_URL: baseURL!,
    DEPLOY_TOKEN: await tokenOf({ name: 'people', label: 'Pipeline of the team' }),
  };
  try {
    await runScript(create, folder, env);
    // The team writes its pages: here, the ones that are live.
    const source = join(ROOT, 'apps/people-mfe');
    cpSync(join(source, 'rspack.config.mjs'), join(project, 'rspack.config.mjs'));
    rmSync(join(project, 'src'), { recursive: true });
    const isSource = (file: string) => !/\.test\.tsx?$/.test(file) || file.endsWith('contract.test.tsx');
    cpSync(join(source, 'src'), join(project, 'src'), { recursive: true, filter: isSource });
    await runScript('npm install @tanstack/react-virtual', project, env);

    const published = await runScript(publish, project, env);
    const link = `${baseURL}/people?mfe.people=${version}`;
    expect(published.at(-1)!.output).toContain(`Preview: ${link}`);
    expect(stepSeconds(published, 'Gates and storage')).toBeLessThan(30);

    // The link of the pull request asks first.
    const requested = requestedVersions(page, 'people');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: `Preview Passengers ${version}?` })).toBeVisible();
    await expect(page.getByText('Pipeline of the team')).toBeVisible();
    expect([...requested]).not.toContain(version);
    await page.getByRole('button', { name: 'Load the preview' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Passengers' })).toBeVisible();
    await expect.poll(() => [...requested]).toContain(version);
    await page.getByRole('button', { name: 'Leave the preview' }).click();

    const [status, promotion, rollback] = await runScript(release, project, env);
    expect(status!.output).toContain(version);
    expect(promotion!.output).toContain(`people ${version} is live.`);
    expect(rollback!.output).toContain(`people ${live!.version} is live.`);
    expect(stepSeconds([promotion!], 'Promotion')).toBeLessThanOrEqual(1);
    expect(stepSeconds([rollback!], 'Rollback')).toBeLessThanOrEqual(1);
    expect(verifier.output()).toContain(`people ${version}`);
  } finally {
    await verifier.stop();
    await registry.close();
    await restoreVersion(page.request, baseURL!, 'people', live!.version);
    rmSync(folder, { recursive: true, force: true });
  }
});
