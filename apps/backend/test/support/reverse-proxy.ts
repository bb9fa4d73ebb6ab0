import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@archive/postgres';
import { LoadBalancer } from './load-balancer.ts';
import { waitUntil } from './wait-until.ts';

const CADDY = '/usr/bin/caddy';
const CADDYFILE = path.resolve(import.meta.dirname, '../../../../deploy/proxy.Caddyfile');

export interface ReverseProxy {
  url: string;
  stop(): Promise<void>;
}

/** The proxy of the Compose stack in front of two or more APIs, if Caddy is installed; otherwise one that works the same way. */
export async function startReverseProxy(apis: readonly string[]): Promise<ReverseProxy> {
  if (existsSync(CADDY)) return startCaddy(apis);
  const balancer = new LoadBalancer(apis);
  return { url: await balancer.start(), stop: async () => balancer.stop() };
}

async function startCaddy(apis: readonly string[]): Promise<ReverseProxy> {
  const directory = await mkdtemp(path.join(tmpdir(), 'caddy-'));
  const file = path.join(directory, 'Caddyfile');
  const [url, healthUrl, s3Url] = (await Promise.all([freePort(), freePort(), freePort()])).map(
    (port) => `http://127.0.0.1:${port}`,
  );
  const configuration = (await readFile(CADDYFILE, 'utf8'))
    // Debian’s Caddy is older than the Compose stack’s and lacks these options.
    .replaceAll(/^\s*(?:persist_config|trusted_proxies|health_fails) .*$/gm, '')
    .replace(/handle_errors [\d ]+/, 'handle_errors ')
    // In a container every port is free; here the health check needs a free one.
    .replace(/^:2020/m, healthUrl ?? '');
  await writeFile(file, configuration);
  const child = spawn(CADDY, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: {
      PATH: process.env['PATH'],
      HOME: directory,
      SITE_ADDRESS: url,
      S3_SITE_ADDRESS: s3Url,
      API_UPSTREAMS: apis.map((api) => new URL(api).host).join(' '),
      API_SETUP: 'several_apis',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'exit');
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitUntil(async () => child.exitCode !== null || (await isReady()), 10_000).catch(() => child.kill('SIGKILL'));
  if (child.exitCode !== null || child.killed) throw new Error(`Caddy did not start:\n${log}`);
  return {
    url: url ?? '',
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(directory, { recursive: true, force: true });
    },
  };
}
