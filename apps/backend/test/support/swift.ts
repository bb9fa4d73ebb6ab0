import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '@archive/postgres';
import type { S3Config } from '../../src/config/index.ts';
import { waitUntil } from './wait-until.ts';

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

export interface Swift {
  /** A bucket of the server, empty at first. */
  config: S3Config;
  /** The same server as settings of an archive. */
  environment: Record<string, string>;
  createBucket(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Stops the server when its standard input closes, which happens whenever the test process ends. */
const GUARD = '"$@" </dev/null & server=$!; read -r _; kill -9 $server';

function launch(program: string, args: string[]) {
  const child = spawn('sh', ['-c', GUARD, 'swift', program, ...args], { stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(child, 'exit');
  return async () => {
    child.stdin.end();
    await ended;
  };
}

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

const FILTERS = ['catch_errors', 'cache', 'bulk', 's3api', 'tempauth', 'slo', 'dlo', 'symlink', 'copy'];

const proxyConfig = (port: number, memcached: number, root: string) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${root}
user = ${userInfo().username}
workers = 0
log_level = CRITICAL
[pipeline:main]
pipeline = ${FILTERS.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${filterSettings(name, memcached)}`).join('')}`;

function filterSettings(name: string, memcached: number): string {
  if (name === 'cache') return `memcache_servers = 127.0.0.1:${memcached}\n`;
  if (name === 'tempauth') return 'user_archive_key = test-secret .admin\n';
  return name === 's3api' ? 'location = us-east-1\ndns_compliant_bucket_names = false\n' : '';
}

/** OpenStack Swift with its S3 API, on one device in a temporary folder. */
export async function startSwift(): Promise<Swift> {
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
  for (const name of SERVICES) {
    const port = await freePort();
    const ring = (...args: string[]) =>
      execFileSync('/usr/bin/swift-ring-builder', [path.join(root, `${name}.builder`), ...args], { stdio: 'ignore' });
    ring('create', '4', '1', '0');
    ring('add', `r1z1-127.0.0.1:${port}/one`, '1');
    ring('rebalance');
    await start(name, serviceConfig(name, port, root));
  }
  const port = await freePort();
  await start('proxy', proxyConfig(port, memcached, root));
  const config: S3Config = {
    bucket: 'library',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'archive:key', secretAccessKey: 'test-secret' },
    forcePathStyle: true,
    publicUrl: `http://127.0.0.1:${port}`,
  };
  const environment = {
    S3_BUCKET: config.bucket,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_PUBLIC_URL: `http://127.0.0.1:${port}`,
    S3_ACCESS_KEY_ID: 'archive:key',
    S3_SECRET_ACCESS_KEY: 'test-secret',
  };
  const client = new S3Client({ ...config, requestChecksumCalculation: 'WHEN_REQUIRED' });
  const createBucket = async (name: string) => void (await client.send(new CreateBucketCommand({ Bucket: name })));
  const stop = async () => {
    client.destroy();
    await Promise.all(stops.map((end) => end()));
    await rm(root, { recursive: true, force: true });
  };
  try {
    await waitUntil(() =>
      createBucket(config.bucket).then(
        () => true,
        () => false,
      ),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return { config, environment, createBucket, stop };
}
