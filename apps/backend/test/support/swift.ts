import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@archive/postgres';
import { launch, type RealServer, realServer } from './real-server.ts';

/** The programs of Debian's packages swift-proxy, swift-account, swift-container, swift-object and memcached. */
const SERVICES = ['account', 'container', 'object'] as const;
const PROGRAMS = [
  ...[...SERVICES, 'proxy'].map((name) => `/usr/bin/swift-${name}-server`),
  '/usr/bin/swift-ring-builder',
  '/usr/bin/memcached',
];

/** Why OpenStack Swift can't run here; undefined if it can. */
export const swiftMissing = PROGRAMS.every((program) => existsSync(program))
  ? undefined
  : 'OpenStack Swift is not installed (swift-proxy, swift-account, swift-container, swift-object, memcached)';

const serviceConfig = (name: string, port: number, root: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
devices = ${root}/devices
mount_check = false
swift_dir = ${root}
user = ${userInfo().username}
workers = 0
log_level = CRITICAL
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;

/** In the order of Swift's own example. */
const FILTERS = ['catch_errors', 'cache', 'bulk', 's3api', 'tempauth', 'copy', 'slo', 'dlo', 'symlink'];

const proxyConfig = (filters: readonly string[], port: number, memcached: number, root: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${root}
user = ${userInfo().username}
workers = 0
log_level = CRITICAL
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${filterSettings(name, memcached)}`).join('')}`;

function filterSettings(name: string, memcached: number): string {
  if (name === 'cache') return `memcache_servers = 127.0.0.1:${memcached}\n`;
  if (name === 'tempauth') return 'user_archive_key = test-secret .admin\n';
  return name === 's3api' ? 'location = us-east-1\ndns_compliant_bucket_names = false\n' : '';
}

/**
 * OpenStack Swift with its S3 API, on one device in a temporary folder. With `copiesLists` it is set up wrongly: it copies the list of
 * an object's parts instead of their content.
 */
export async function startSwift({ copiesLists = false } = {}): Promise<RealServer> {
  const root = await mkdtemp(path.join(tmpdir(), 'swift-'));
  await mkdir(path.join(root, 'devices/one'), { recursive: true });
  await writeFile(
    path.join(root, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_suffix = archive\n[storage-policy:0]\nname = one\ndefault = yes\n',
  );
  const memcached = await freePort();
  const stops = [launch('/usr/bin/memcached', ['-l', '127.0.0.1', '-p', String(memcached), '-u', userInfo().username])];
  const start = async (name: string, config: string) => {
    const file = path.join(root, `${name}-server.conf`);
    await writeFile(file, config);
    stops.push(launch(`/usr/bin/swift-${name}-server`, [file]));
  };
  const startService = async (name: string) => {
    const port = await freePort();
    const ring = (...args: string[]) =>
      promisify(execFile)('/usr/bin/swift-ring-builder', [path.join(root, `${name}.builder`), ...args]);
    await ring('create', '4', '1', '0');
    await ring('add', `r1z1-127.0.0.1:${port}/one`, '1');
    await ring('rebalance');
    await start(name, serviceConfig(name, port, root));
  };
  await Promise.all(SERVICES.map(startService));
  const filters = copiesLists ? [...FILTERS.filter((name) => name !== 'copy'), 'copy'] : FILTERS;
  const port = await freePort();
  await start('proxy', proxyConfig(filters, port, memcached, root));
  const stop = async () => {
    await Promise.all(stops.map((end) => end()));
    await rm(root, { recursive: true, force: true });
  };
  const keys = { accessKeyId: 'archive:key', secretAccessKey: 'test-secret' };
  return realServer(port, keys, stop);
}
