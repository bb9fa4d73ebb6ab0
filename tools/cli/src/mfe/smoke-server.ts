import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Registry, RunningArchive } from './archive.ts';

const LOOPBACK = '127.0.0.1';
const BOOT = /(<script type="application\/json" id="boot">)(.*?)(<\/script>)/s;
const DROPPED_HEADERS = new Set([
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'set-cookie',
]);

export interface SmokeServer {
  origin: string;
  /** Failures reported by pages. */
  failures: string[];
  registry: Registry;
  close(): Promise<void>;
}

interface Failure {
  name: string;
  version: string;
  message: string;
}

/**
 * A copy of the live archive with some versions replaced, by name; nothing changes on the archive. Records are
 * read as the signed-in user; with only a token, which cannot read records, the API responds 503.
 */
export async function startSmokeServer(
  archive: RunningArchive,
  versions: Readonly<Record<string, string>>,
): Promise<SmokeServer> {
  const failures: string[] = [];
  for (const [name, version] of Object.entries(versions)) await archive.startPreview(name, version);
  const registry = await archiveRegistry(archive, versions);
  const shell = versions['shell'];
  const { credentials } = await archive.client();
  const cookie = await archive.cookie();

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path === '/api/auth/session')
      return json(response, 200, { authenticated: true, username: 'smoke', role: 'administrator' });
    if (path === '/api/frontends/failures') {
      const failure = JSON.parse(await bodyOf(request)) as Failure;
      failures.push(`${failure.name} ${failure.version}: ${failure.message}`);
      return void response.writeHead(204).end();
    }
    if (path === '/mfe/registry.json') return json(response, 200, registry);
    if (path.startsWith('/api/') && (request.method !== 'GET' || cookie === undefined))
      return json(response, 503, {
        type: 'about:blank',
        title: 'Unavailable',
        status: 503,
        detail: 'Records are not available here.',
      });
    if (/^\/(?:api|mfe|assets|media-files)\/|^\/[\w-]+\.\w+$/.test(path))
      return proxyRequest(request.url ?? '/', response);
    return page(response);
  };

  const proxyRequest = async (url: string, response: ServerResponse) => {
    // The session reads records; files of candidates are open to tokens, too.
    const isRecord = cookie !== undefined && !url.startsWith('/mfe/');
    const original = await fetch(archive.origin + url, { headers: isRecord ? { cookie } : credentials });
    const headers = [...original.headers].filter(([header]) => !DROPPED_HEADERS.has(header));
    response.writeHead(original.status, Object.fromEntries(headers)).end(Buffer.from(await original.arrayBuffer()));
  };

  const page = async (response: ServerResponse) => {
    const textOf = async (url: string, headers = {}) => (await fetch(archive.origin + url, { headers })).text();
    // Without the session, so that its canaries are left out.
    const live = await textOf('/');
    const template = shell === undefined ? live : await textOf(`/mfe/shell/${shell}/index.html`, credentials);
    const boot = JSON.parse(BOOT.exec(live)?.[2] ?? '{}') as Record<string, unknown>;
    const block = JSON.stringify({ ...boot, registry }).replaceAll('<', '\\u003c');
    const html = template
      .replace(BOOT, '<!--boot-->')
      .replace('<!--boot-->', () => `<script type="application/json" id="boot">${block}</script>`);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(html);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://${LOOPBACK}:${port}`, failures, registry, close: () => closeServer(server) };
}

async function archiveRegistry(
  archive: RunningArchive,
  { shell, ...remotes }: Readonly<Record<string, string>>,
): Promise<Registry> {
  const live = (await (await fetch(`${archive.origin}/mfe/registry.json`)).json()) as Registry;
  const registry: Registry = { ...live, ...(shell === undefined ? {} : { shell: { version: shell } }) };
  for (const [name, version] of Object.entries(remotes)) {
    const details = await archive.request('frontends.version', { params: { name, version } });
    registry.apps = { ...registry.apps, [name]: details };
  }
  return registry;
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
