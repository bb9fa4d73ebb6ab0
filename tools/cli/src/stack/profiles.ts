import type { ArchiveError } from '@archive/client';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningArchive } from '../mfe/archive.ts';
import { type Build, buildOne, filesOf } from '../mfe/build.ts';
import { versionIn } from '../mfe/verify.ts';
import { ROOT } from '../settings.ts';
import { expect, type Checks, waitFor } from './checks.ts';
import { type Access, publisherOf } from './clients.ts';
import { openFrontends, registryOf } from './pages.ts';
import type { Stack } from './stack.ts';

const NAME = 'people';
const GOOD = '1.90.0';
const BROKEN = '1.90.1';

/** Publishes a good and a broken version of a micro-frontend, and lets the stack's verifier judge them. Returns the address of all. */
export async function judgeCandidates(
  stack: Stack,
  checks: Checks,
  access: Access,
  signal: AbortSignal,
): Promise<Access> {
  const [proxy = ''] = await stack.containers('proxy');
  const [gateway] = (await stack.inspect(proxy, '{{range .NetworkSettings.Networks}}{{.Gateway}} {{end}}'))
    .trim()
    .split(' ');
  const port = /^HTTP_PORT=(\d+)$/m.exec(readFileSync(join(stack.folder, '.env'), 'utf8'))?.[1] ?? '';
  // An address that leads from everywhere to the proxy, as a public name would.
  const origin = `http://${gateway}:${port}`;
  await checks.check('The verifier passes a good candidate', async () => {
    stack.set({ SITE_ADDRESS: ':80', PUBLIC_URL: origin, S3_PUBLIC_URL: '', S3_SITE_ADDRESS: '' });
    await stack.compose('--profile', 'verifier', 'build', 'verifier');
    await stack.up('verifier');
    const archive = publisherOf({ ...access, origin });
    await publish(archive, GOOD, signal, (files) => files);
    await verdict(archive, GOOD, true);
    await archive.request('frontends.promote', { params: { name: NAME }, body: { version: GOOD } });
    const { apps } = await registryOf(origin);
    expect(apps[NAME]?.version === GOOD, `${apps[NAME]?.version} is live`);
    return `a browser runs ${await openFrontends({ ...access, origin })}`;
  });
  await checks.check('The verifier fails a broken candidate', async () => {
    const archive = publisherOf({ ...access, origin });
    const broken = Buffer.from("throw new Error('Broken on purpose.');").toString('base64');
    await publish(archive, BROKEN, signal, (files) =>
      files
        .filter(({ path }) => !/\.(?:br|gz)$/.test(path))
        .map(({ path, content }) => ({ path, content: /^assets\/.*\.js$/.test(path) ? broken : content })),
    );
    const problems = await verdict(archive, BROKEN, false);
    const promotion = { params: { name: NAME }, body: { version: BROKEN } };
    const status = await archive.request('frontends.promote', promotion).then(() => 200, statusOf);
    expect(status === 409, `Its promotion gets ${status}`);
    await archive.request('frontends.rollback', { params: { name: NAME }, body: {} });
    return problems[0] ?? '';
  });
  return { ...access, origin };
}

const statusOf = ({ status }: ArchiveError) => status;

type Files = ReturnType<typeof filesOf>;

async function publish(archive: RunningArchive, version: string, signal: AbortSignal, change: (files: Files) => Files) {
  const build: Build = await buildOne(join(ROOT, `apps/${NAME}-mfe`), NAME, version, signal);
  try {
    const body = { version, files: change(filesOf(build)) };
    await archive.request('frontends.publish', { params: { name: NAME }, body });
  } finally {
    build.remove();
  }
}

/** Waits for the verdict of the stack's verifier. Returns the problems that it found. */
async function verdict(archive: RunningArchive, version: string, passes: boolean): Promise<string[]> {
  const { passed, problems } = await waitFor(
    'The verdict',
    240,
    async () => versionIn(await archive.status(), NAME, version).verdict ?? undefined,
  );
  expect(passed === passes, passed ? 'It passed' : problems.join('\n'));
  return problems;
}

/** Receives what Alertmanager sends, and writes it to its log. */
const RECEIVER = `require('node:http').createServer((request, response) => {
  request.setEncoding('utf8').on('data', (text) => console.log(text)).on('end', () => response.end());
}).listen(9000)`;

/** Starts the monitoring, looks at its targets, and causes an alert. */
export async function watch(stack: Stack, checks: Checks, { origin }: Access): Promise<void> {
  // Debian has no Grafana.
  const services = ['prometheus', 'alertmanager', ...(stack.engine.standIns ? [] : ['grafana'])];
  const receiver = `${stack.project}-receiver`;
  const ask = async (path: string) =>
    JSON.parse(
      await stack.compose('exec', '-T', 'alertmanager', 'wget', '-q', '-O', '-', `http://prometheus:9090${path}`),
    ) as {
      data: { activeTargets: { labels: { job: string }; health: string; lastError: string }[] };
    };
  await checks.check('Prometheus reads every process', async () => {
    const config = readFileSync(join(stack.folder, 'ops/alertmanager.yml'), 'utf8')
      .replaceAll('group_wait: 30s', 'group_wait: 1s')
      .replaceAll('receiver: none', 'receiver: hook')
      .replace('- name: none', `- name: hook\n    webhook_configs: [{ url: 'http://${receiver}:9000' }]`);
    writeFileSync(join(stack.folder, 'ops/alertmanager-test.yml'), config);
    stack.set({ ALERTMANAGER_CONFIG: './ops/alertmanager-test.yml' });
    const network = ['--network', `${stack.project}_data`, '--name', receiver];
    await stack.docker('run', '--detach', '--rm', ...network, `${stack.project}/backend`, 'node', '-e', RECEIVER);
    await stack.up('monitoring', ...services);
    const targets = await waitFor('Every target up', 90, async () => {
      const { activeTargets } = (await ask('/api/v1/targets')).data;
      const down = activeTargets.find(({ health }) => health !== 'up');
      expect(down === undefined, `${down?.labels.job} is ${down?.health}: ${down?.lastError}`);
      return activeTargets.length >= 2 ? activeTargets : undefined;
    });
    return targets.map(({ labels }) => labels.job).join(', ');
  });
  await checks
    .check('An alert is received', async (show) => {
      const headers = { origin, 'content-type': 'application/json' };
      const body = JSON.stringify({ username: 'intruder', password: 'a guess of many' });
      for (let count = 1; count <= 60; count += 1) {
        show(`${count} guesses`);
        await (await fetch(`${origin}/api/auth/login`, { method: 'POST', headers, body })).arrayBuffer();
      }
      await waitFor('ArchivePasswordGuessing', 240, async () =>
        (await stack.docker('logs', receiver)).includes('"ArchivePasswordGuessing"') ? true : undefined,
      );
      return 'ArchivePasswordGuessing reached the webhook';
    })
    .finally(() => stack.docker('rm', '--force', receiver).catch(() => ''));
}
