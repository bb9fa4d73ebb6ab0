import type { ArchiveError } from '@archive/client';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Checks, waitFor } from './checks.ts';
import { type Access, command, curatorOf, Reader } from './clients.ts';
import type { Stack } from './stack.ts';

const SERVICES = ['api', 'worker', 'proxy', 'shell', 'valkey', 's3', 'postgres'];
const PICTURES = 60;

/** Ends services and the engine while clients read and upload, and replaces APIs and workers one by one. */
export async function endServices(stack: Stack, checks: Checks, access: Access): Promise<void> {
  const healthy = () => healthyStack(stack, access);
  await checks.check('Every service killed while files arrive', async (show) => {
    const uploads = importPictures(stack, access, 'killed');
    const reader = new Reader(curatorOf(access));
    const recoveries: string[] = [];
    for (const service of SERVICES) {
      show(service);
      const [id = ''] = await stack.containers(service);
      const startedAt = Date.now();
      await kill(stack, id);
      await healthy();
      recoveries.push(`${service} ${Math.round((Date.now() - startedAt) / 1000)} s`);
    }
    await uploads;
    await reader.stop();
    await allStoredOnce(stack, 'killed');
    return `${PICTURES} files stored once; back after: ${recoveries.join(', ')}; ${reader.failures.length} of ${reader.requests} reads failed during that time`;
  });

  const { own } = stack.engine;
  if (own)
    await checks.check('The engine restarts', async () => {
      const uploads = importPictures(stack, access, 'engine');
      await own.restart();
      await healthy();
      await uploads;
      await allStoredOnce(stack, 'engine');
      return 'everything started by itself; nothing was lost';
    });

  await checks.check('Two APIs and two workers are replaced one by one', async (show) => {
    stack.set({ API_REPLICAS: '2', WORKER_REPLICAS: '2' });
    await stack.up();
    const names = await Promise.all((await stack.containers('api')).map((id) => stack.inspect(id, '{{.Name}}')));
    const upstreams = names.map((name) => `${name.slice(1)}:3000`).join(' ');
    stack.set({ API_UPSTREAMS: upstreams, API_SETUP: 'several_apis' });
    await stack.up();
    await healthy();
    const uploads = importPictures(stack, access, 'replaced');
    const reader = new Reader(curatorOf(access));
    for (const id of [...(await stack.containers('api')), ...(await stack.containers('worker'))]) {
      show((await stack.inspect(id, '{{.Name}}')).slice(1));
      await stack.docker('restart', id);
      await healthy();
    }
    await uploads;
    await reader.stop();
    await allStoredOnce(stack, 'replaced');
    expect(
      reader.failures.length === 0,
      `${reader.failures.length} reads failed:\n${reader.failures.slice(0, 10).join('\n')}`,
    );
    return `none of ${reader.requests} reads failed, ${PICTURES} files stored once`;
  });
}

/** Waits until every container is healthy and the archive ready. */
export const healthyStack = (stack: Stack, { origin }: Access): Promise<true> =>
  waitFor('Recovery', 240, async () => {
    const template = '{{if .State.Health}}{{.State.Health.Status}}{{else}}{{.State.Status}}{{end}}';
    const states = await Promise.all((await stack.containers()).map((id) => stack.inspect(id, template)));
    const { ok } = await fetch(`${origin}/health/ready`);
    return ok && states.every((state) => ['healthy', 'exited'].includes(state)) ? true : undefined;
  });

/** Fills the disk of all volumes: first up to what the archive keeps free, then completely. */
export async function fillDisk(stack: Stack, checks: Checks, access: Access): Promise<void> {
  const { own } = stack.engine;
  if (!own) return;
  const fillers = [join(own.disk, 'filler-1'), join(own.disk, 'filler-2')];
  const freeMegabytes = () => {
    const { bavail, bsize } = statfsSync(own.disk);
    return Math.floor((bavail * bsize) / 1024 ** 2);
  };
  const fill = (file: string, megabytes: number) => execFileSync('fallocate', ['--length', `${megabytes}M`, file]);
  await checks.check('A nearly full disk', async () => {
    const curator = curatorOf(access);
    fill(fillers[0] ?? '', freeMegabytes() - 900);
    const file = new Blob([aPicture('too much')]);
    const upload = { fields: { title: 'Too much' }, file, filename: 'too-much.bmp' };
    const rejected = await waitFor('The refusal', 30, async () => {
      const error = await curator.request('media.upload', upload).then(
        () => undefined,
        (cause: ArchiveError) => cause,
      );
      return error?.status === 507 ? error : undefined;
    });
    await curator.request('voyages.list');
    return rejected.detail;
  });
  await checks.check('A full disk', async () => {
    const before = await stack.sql('select count(*) from media');
    const uploads = importPictures(stack, access, 'full');
    fill(fillers[1] ?? '', freeMegabytes() - 1);
    await sleep(20_000);
    for (const file of fillers) rmSync(file, { force: true });
    await healthyStack(stack, access);
    // The command ends at once when there is no space.
    await uploads.catch(() => importPictures(stack, access, 'full'));
    await allStoredOnce(stack, 'full');
    const [after] = await stack.sql('select count(*) from media');
    expect(Number(after) === Number(before[0]) + PICTURES, `${after} files after ${before[0]}`);
    return `after it has room again, ${PICTURES} files are stored once`;
  });
  for (const file of fillers) rmSync(file, { force: true });
}

/** Kills a container as a crash would: unlike `docker kill`, the engine then starts it again. */
async function kill(stack: Stack, id: string): Promise<void> {
  const pid = await stack.inspect(id, '{{.State.Pid}}');
  const options = ['--rm', '--pid', 'host', '--user', 'root', '--entrypoint', 'sh'];
  await stack.docker('run', ...options, 'yacht-archive-test/backend', '-c', `kill -9 ${pid}`);
}

/** A bitmap of 16 × 16 points whose colors spell a text. */
function aPicture(text: string): Buffer {
  const picture = Buffer.alloc(54 + 16 * 16 * 3, text);
  picture.fill(0, 0, 54).write('BM');
  picture.writeUInt32LE(picture.length, 2);
  for (const [offset, value] of [
    [10, 54],
    [14, 40],
    [18, 16],
    [22, 16],
    [26, 1 + (24 << 16)],
    [34, 16 * 16 * 3],
  ] as const)
    picture.writeUInt32LE(value, offset);
  return picture;
}

/**
 * Uploads pictures, three at a time, while parts of the archive are unavailable. The command tries again for two minutes, and
 * continues where it stopped when it is repeated.
 */
function importPictures(stack: Stack, access: Access, name: string): Promise<unknown> {
  const folder = join(stack.folder, '..', name);
  mkdirSync(folder, { recursive: true });
  for (let number = 1; number <= PICTURES; number += 1)
    writeFileSync(join(folder, `${name}-${number}.bmp`), aPicture(`${name} ${number}`));
  const run = () => command(access, join(stack.folder, '..'), 'media', 'import', folder, '--yes');
  const uploads = run().catch(run).catch(run);
  // A check that fails does not wait for it.
  uploads.catch(() => undefined);
  return uploads;
}

async function allStoredOnce(stack: Stack, name: string): Promise<void> {
  const [stored] = await stack.sql(
    `select count(*) || ' ' || count(distinct sha256) from media where original_filename like '${name}-%'`,
  );
  expect(stored === `${PICTURES} ${PICTURES}`, `${stored} of ${PICTURES} files are stored`);
}
