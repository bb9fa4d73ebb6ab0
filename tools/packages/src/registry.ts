import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ROOT } from './manifest.ts';

interface InstalledPackage {
  folder: string;
  manifest: { name: string; version: string };
}

/**
 * A registry for npm on this machine: the built packages in `output`, and the packages that this repository has installed. A team's
 * installation is tested with it in exactly the versions of the lock file, without a network.
 */
export async function startRegistry(output: string): Promise<{ origin: string; close(): Promise<void> }> {
  const packages = Map.groupBy([...builtPackages(output), ...installedPackages()], ({ manifest }) => manifest.name);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', originOf(server));
    const versions = packages.get(decodeURIComponent(pathname.slice(1)));
    const version = searchParams.get('version');
    if (!versions || request.method !== 'GET') return void response.writeHead(404).end('{}');
    const match = versions.find(({ manifest }) => manifest.version === version);
    if (match) sendFiles(match.folder, response);
    else sendVersions(versions, originOf(server), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: originOf(server),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const read = (folder: string): InstalledPackage => ({
  folder,
  manifest: JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as InstalledPackage['manifest'],
});

const builtPackages = (output: string) => readdirSync(output).map((name) => read(path.join(output, name)));

/** Every package in a node_modules folder, except the projects of this repository. */
function installedPackages(): InstalledPackage[] {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean }>;
  };
  return Object.entries(lock.packages)
    .filter(([folder, { link }]) => folder.includes('node_modules/') && !link)
    .map(([folder]) => path.join(ROOT, folder))
    .filter((folder) => existsSync(path.join(folder, 'package.json')))
    .map(read);
}

function sendVersions(versions: InstalledPackage[], origin: string, response: ServerResponse): void {
  const [
    {
      manifest: { name },
    },
  ] = versions as [InstalledPackage];
  const entries = versions.map(({ manifest }) => {
    const tarball = `${origin}/${encodeURIComponent(name)}?version=${manifest.version}`;
    return [manifest.version, { ...manifest, dist: { tarball } }] as const;
  });
  // The hoisted version is the first one in the lock file.
  const latest = entries[0]?.[0];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(entries) }));
}

/** npm ignores the name of the folder in an archive. */
function sendFiles(folder: string, response: ServerResponse): void {
  const tar = spawn('tar', ['-cf', '-', '--exclude=node_modules', '-C', path.dirname(folder), path.basename(folder)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  response.writeHead(200, { 'content-type': 'application/octet-stream' });
  tar.stdout.pipe(response);
}
