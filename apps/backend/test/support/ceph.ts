// cspell:ignore radosgw monmaptool fsid objectstore memstore addv monmap
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@archive/postgres';
import { launch, type RealServer, realServer } from './real-server.ts';

/** The programs of Debian's packages radosgw, ceph-mon and ceph-osd, with their tools. */
const PROGRAMS = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool'].map(
  (name) => `/usr/bin/${name}`,
);

/** Why Ceph can't run here; undefined if it can. */
export const cephMissing = PROGRAMS.every((program) => existsSync(program))
  ? undefined
  : 'Ceph is not installed (radosgw, ceph-mon, ceph-osd)';

const settings = (id: string, monitor: string, root: string) => `[global]
fsid = ${id}
mon_host = ${monitor}
public_network = 127.0.0.0/8
ms_bind_msgr2 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = ${root}
log_file = ${root}/$name.log
admin_socket = ${root}/$name.socket
mon_data = ${root}/mon
mon_data_avail_crit = 1
mon_max_pg_per_osd = 1000
mon_allow_pool_size_one = true
osd_data = ${root}/osd
osd_objectstore = memstore
memstore_device_bytes = 4294967296
osd_crush_update_on_start = false
osd_crush_chooseleaf_type = 0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pgp_num = 4
osd_pool_default_pg_autoscale_mode = off
`;

/** Ceph's Object Gateway on a cluster of one monitor and one device in memory. */
export async function startCeph(): Promise<RealServer> {
  const root = await mkdtemp(path.join(tmpdir(), 'ceph-'));
  for (const name of ['mon', 'osd']) await mkdir(path.join(root, name));
  const [id, device] = [randomUUID(), randomUUID()];
  const monitor = `[v1:127.0.0.1:${await freePort()}/0]`;
  const file = path.join(root, 'ceph.conf');
  await writeFile(file, settings(id, monitor, root));
  const run = (name: string, ...args: string[]) =>
    promisify(execFile)(`/usr/bin/${name}`, args, { env: { CEPH_CONF: file }, timeout: 60_000 });
  const start = (name: string, ...args: string[]) => launch(`/usr/bin/${name}`, [...args, '-c', file, '-f']);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    await Promise.all(stops.map((end) => end()));
    await rm(root, { recursive: true, force: true });
  };
  try {
    const map = path.join(root, 'monitors');
    await run('monmaptool', '--create', '--fsid', id, '--addv', 'a', monitor, map);
    await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
    stops.push(start('ceph-mon', '-i', 'a'));
    await run('ceph', 'osd', 'new', device);
    await run('ceph', 'osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=here');
    await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', device);
    stops.push(start('ceph-osd', '-i', '0'));
    const keys = { accessKeyId: 'archive', secretAccessKey: 'test-secret' };
    const identity = ['--access-key', keys.accessKeyId, '--secret-key', keys.secretAccessKey];
    await run('radosgw-admin', 'user', 'create', '--uid', 'archive', '--display-name', 'Archive', ...identity);
    const port = await freePort();
    stops.push(start('radosgw', '-n', 'client.rgw', '--rgw-frontends', `beast endpoint=127.0.0.1:${port}`));
    return await realServer(port, keys, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}
