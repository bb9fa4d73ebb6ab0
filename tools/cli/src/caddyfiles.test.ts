import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort } from '@archive/postgres';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild, type Child } from './child.ts';
import { ROOT } from './settings.ts';
import { forOlderCaddy } from './stack/stand-ins.ts';

/** `v2.6.2`, or `2.6.2` as Debian writes it; undefined without Caddy. */
const version = /^v?2\.(\d+)\./.exec(spawnSync('caddy', ['version'], { encoding: 'utf8' }).stdout ?? '');
const isOlder = Number(version?.[1]) < 7;

/** A Caddyfile for this machine's Caddy. */
function forLocalCaddy(name: string): string {
  const text = readFileSync(join(ROOT, 'deploy', name), 'utf8');
  return isOlder ? forOlderCaddy(text) : text;
}

/** Replaces text that must be there. */
const replace = (text: string, from: string, to: string) => {
  expect(text).toContain(from);
  return text.replaceAll(from, to);
};

let folder: string;
const environment = (more: Record<string, string> = {}) => ({ PATH: process.env['PATH'], HOME: folder, ...more });

function adapt(name: string, text: string, env: Record<string, string> = {}) {
  const file = join(folder, name);
  writeFileSync(file, text);
  const options = { env: environment(env), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync('caddy', ['adapt', '--adapter', 'caddyfile', '--config', file], options);
  if (status !== 0) throw new Error(stderr);
  const config = join(folder, `${name}.json`);
  writeFileSync(config, stdout);
  expect(spawnSync('caddy', ['validate', '--config', config], options)).toMatchObject({ status: 0 });
  return JSON.parse(stdout) as {
    admin: { disabled: boolean };
    apps: { http: { servers: Record<string, { listen: string[]; read_header_timeout?: number }> } };
  };
}

const PRODUCTION = { SITE_ADDRESS: 'archive.example.org', S3_SITE_ADDRESS: 'media.example.org' };

(version ? describe : describe.skip)('Caddyfiles (skipped where Caddy is not installed)', () => {
  const children: Child[] = [];
  const servers: Server[] = [];
  const ports: Record<string, number> = {};

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'caddyfiles-'));
  });
  afterAll(async () => {
    await Promise.all(children.map((child) => child.stop(2000)));
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true });
  });

  test.each([['one_api'], ['several_apis']])('Caddy accepts proxy.Caddyfile with %s', (setup) => {
    const { admin, apps } = adapt('proxy', forLocalCaddy('proxy.Caddyfile'), { ...PRODUCTION, API_SETUP: setup });
    expect(admin.disabled).toBe(true);
    const listening = Object.values(apps.http.servers).flatMap(({ listen }) => listen);
    expect(listening.toSorted()).toEqual([':2020', ':443']);
    for (const server of Object.values(apps.http.servers)) expect(server.read_header_timeout).toBe(10e9);
  });

  test('Caddy rejects an unknown option', () => {
    const text = replace(forLocalCaddy('proxy.Caddyfile'), 'lb_try_duration', 'lb_try_time');
    expect(() => adapt('wrong', text, PRODUCTION)).toThrow(/unrecognized subdirective lb_try_time/);
  });

  /** Starts Caddy on a Caddyfile, and waits until it responds at `address`. */
  async function start(name: string, text: string, address: string, env: Record<string, string> = {}): Promise<void> {
    adapt(name, text, env);
    const args = ['run', '--adapter', 'caddyfile', '--config', join(folder, name)];
    const child = startChild('caddy', args, { env: environment(env), stdio: 'ignore' });
    children.push(child);
    for (const end = Date.now() + 20_000; ; await sleep(20)) {
      if (await fetch(address).catch(() => undefined)) return;
      if (Date.now() > end) throw new Error(`Caddy does not respond at ${address}`);
    }
  }

  async function serve(respond: (path: string, forwarded: string) => [number, string]): Promise<Server> {
    const server = createServer((request, response) => {
      const [status, body] = respond(request.url ?? '', String(request.headers['x-forwarded-for']));
      response.writeHead(status).end(`${request.method} ${body}`);
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return server;
  }
  const portOf = (server: Server) => (server.address() as { port: number }).port;

  test('static.Caddyfile serves the files of a micro-frontend, cached by their names', async () => {
    for (const [file, text] of [
      ['current/mf-manifest.json', '{}'],
      ['current/assets/main.1234567890.js', 'main'],
      ['mfe/people/1.0.0/assets/page.js', 'page'],
      ['mfe/people/1.0.0/assets/page.js.br', 'compressed'],
    ] as const) {
      mkdirSync(join(folder, 'srv', file, '..'), { recursive: true });
      writeFileSync(join(folder, 'srv', file), text);
    }
    ports['people'] = await freePort();
    const text = replace(
      replace(forLocalCaddy('static.Caddyfile'), ':8080', `:${ports['people']}`),
      '* /srv',
      `* ${folder}/srv`,
    );
    const address = `http://127.0.0.1:${ports['people']}`;
    await start('static', text, address);
    const get = async (path: string, headers = {}) => {
      const response = await fetch(address + path, { headers: { 'accept-encoding': 'identity', ...headers } });
      return [response.status, response.headers.get('cache-control'), response.headers.get('x-content-type-options')];
    };
    const forever = 'public, max-age=31536000, immutable';
    expect(await get('/mf-manifest.json')).toEqual([200, 'no-cache', 'nosniff']);
    expect(await get('/assets/main.1234567890.js')).toEqual([200, forever, 'nosniff']);
    expect(await get('/mfe/people/1.0.0/assets/page.js')).toEqual([200, forever, 'nosniff']);
    expect(await get('/mfe/people/0.9.0/assets/page.js')).toEqual([404, 'no-store', 'nosniff']);
    expect(await get('/missing.js')).toEqual([404, 'no-store', 'nosniff']);
    expect(await get('/../static')).toEqual([404, 'no-store', 'nosniff']);
  });

  test('proxy.Caddyfile sends requests to the API, the micro-frontends and the library', async () => {
    const api = await serve((path, forwarded) => [200, `api ${path} for ${forwarded}`]);
    const shell = await serve((path) => (path === '/assets/old.js' ? [404, ''] : [200, `shell ${path}`]));
    const library = await serve((path) => [200, `library ${path}`]);
    const health = await freePort();
    const site = await freePort();
    const media = await freePort();
    const absent = await freePort();
    const hosts = { 'shell:8080': portOf(shell), 's3:7070': portOf(library), 'people:8080': absent };
    let text = replace(forLocalCaddy('proxy.Caddyfile'), ':2020', `:${health}`);
    for (const [host, port] of Object.entries(hosts)) text = replace(text, host, `127.0.0.1:${port}`);
    await start('proxy', text, `http://127.0.0.1:${health}/health`, {
      SITE_ADDRESS: `http://127.0.0.1:${site}`,
      S3_SITE_ADDRESS: `http://127.0.0.1:${media}`,
      API_UPSTREAMS: `127.0.0.1:${portOf(api)}`,
    });
    const get = async (path: string, options: RequestInit = {}, port = site) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, options);
      return `${response.status} ${await response.text()}`;
    };
    expect(await get('/api/voyages')).toBe('200 GET api /api/voyages for 127.0.0.1');
    // The address that a client claims is dropped.
    const claim = { headers: { 'x-forwarded-for': '203.0.113.7' } };
    expect(await get('/api/voyages', claim)).toBe('200 GET api /api/voyages for 127.0.0.1');
    expect(await get('/assets/main.js')).toBe('200 GET shell /assets/main.js');
    // A version that the container does not have, and a container that is down.
    expect(await get('/assets/old.js')).toBe('200 GET api /assets/old.js for 127.0.0.1');
    expect(await get('/mfe/people/1.0.0/page.js')).toBe('200 GET api /mfe/people/1.0.0/page.js for 127.0.0.1');
    expect(await get('/metrics')).toBe('404 ');
    expect(await get('/library/a.jpg', {}, media)).toBe('200 GET library /library/a.jpg');
    expect(await get('/library/a.jpg', { method: 'PUT' }, media)).toBe('405 ');
    const part = '/library/_system/uploads/1/part-00001';
    expect(await get(part, { method: 'PUT', body: 'part' }, media)).toBe(`200 PUT library ${part}`);
    expect(await get(part, { method: 'DELETE' }, media)).toBe('405 ');
    const { headers } = await fetch(`http://127.0.0.1:${site}/api/voyages`);
    expect([headers.get('server'), headers.get('x-content-type-options')]).toEqual([null, 'nosniff']);

    api.closeAllConnections();
    api.close();
    await once(api, 'close');
    const unavailable = await fetch(`http://127.0.0.1:${site}/api/voyages`);
    expect(unavailable.status).toBe(502);
    expect(unavailable.headers.get('retry-after')).toBe('5');
    expect(await unavailable.text()).toBe('The archive is unavailable. Try again in a minute.');
  }, 60_000);
});
