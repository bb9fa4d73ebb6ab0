import { freePort } from '@archive/postgres';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startChild, type Child } from '../child.ts';
import { ROOT } from '../settings.ts';

interface Registry {
  revision: number;
  apps: Record<string, { version: string; manifest: string }>;
}

const app = (name: string) => ({
  version: '1.4.0',
  manifest: `/mfe/${name}/1.4.0/mf-manifest.json`,
  path: `/${name}`,
  contract: 1,
});
const liveRegistry = { schema: 1, revision: 7, apps: { people: app('people'), media: app('media') } };

let archive: Server;
let command: Child | undefined;
let output = '';

/** The parts of a remote archive that a development shell requests. */
beforeEach(async () => {
  const responses: Record<string, unknown> = {
    '/health/live': { status: 'up' },
    '/mfe/registry.json': liveRegistry,
    '/api/voyages': [{ title: 'Potomac River' }],
  };
  archive = createServer((request, response) => {
    const body = responses[request.url ?? ''];
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? null));
  });
  archive.listen(0, '127.0.0.1');
  await once(archive, 'listening');
  output = '';
});
afterEach(async () => {
  await command?.stop(5000);
  archive.closeAllConnections();
  archive.close();
});

function start(address: string, ...options: string[]): Child {
  const args = [join(ROOT, 'tools/cli/mfe.ts'), 'dev', 'people', '--archive', address, ...options];
  command = startChild(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [command.process.stdout, command.process.stderr])
    stream?.on('data', (text: Buffer) => (output += text.toString()));
  return command;
}

async function waitFor<T>(read: () => T | undefined): Promise<T> {
  for (const end = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    const found = read();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`Timed out waiting. The command printed:\n${output}`);
  }
}

test('serves a remote from its sources in its own shell at the given port, and everything else from the given archive', async () => {
  const { port } = archive.address() as AddressInfo;
  const wanted = await freePort();
  start(`http://127.0.0.1:${port}`, '--port', String(wanted));
  const origin = await waitFor(() => /runs from its sources at (\S+) and/.exec(output)?.[1]);
  expect(origin).toBe(`http://127.0.0.1:${wanted}`);
  const get = async (path: string) => (await fetch(origin + path)).json();

  const registry = (await get('/mfe/registry.json')) as Registry;
  expect(registry).toMatchObject({ revision: 7, apps: { media: liveRegistry.apps.media } });
  const { manifest } = registry.apps['people']!;
  expect(manifest).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mf-manifest\.json$/);
  expect(await (await fetch(manifest)).json()).toMatchObject({ name: 'people' });
  expect(await get('/api/voyages')).toEqual([{ title: 'Potomac River' }]);
  for (const page of ['/people', '/ops/frontends'])
    expect(await (await fetch(origin + page, { headers: { accept: 'text/html' } })).text()).toContain('id="root"');
});

test('reports immediately when an archive does not respond', async () => {
  const { exited } = start('http://127.0.0.1:9');
  expect(await exited).toBe(1);
  expect(output).toContain('The archive at http://127.0.0.1:9 does not respond. Start one with "npm start"');
});
