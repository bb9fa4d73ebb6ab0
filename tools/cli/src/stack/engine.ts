import { UserError } from '@archive/postgres';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild } from '../child.ts';
import type { Steps } from '../steps.ts';
import { buildStandIns, type StandIns } from './stand-ins.ts';

/** A program that runs containers. */
export interface Engine {
  /** With `docker` in its path, and `docker compose`. */
  env: NodeJS.ProcessEnv;
  /** The images that replace those of a registry; undefined if those that the files name are used. */
  standIns: StandIns | undefined;
  /** What may be done to an engine that has no other work on this machine. */
  own: { restart(): Promise<void>; /** The disk of all images and volumes. */ disk: string } | undefined;
  stop(): Promise<void>;
}

const PACKAGES = ['docker.io', 'docker-compose', 'iptables', 'mmdebstrap'];

const succeeds = (program: string, args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/**
 * Docker or Podman of this machine; else, as root on Debian, an engine of its own whose files are in `place`.
 * @throws a `UserError` where there is neither
 */
export async function findEngine(place: string, steps: Steps): Promise<Engine> {
  const found = ['docker', 'podman'].find((name) => succeeds(name, ['info']) && succeeds(name, ['compose', 'version']));
  const programs = join(place, 'bin');
  mkdirSync(programs, { recursive: true });
  if (found === 'docker') return { env: process.env, standIns: undefined, own: undefined, stop: async () => {} };
  const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
  if (found === 'podman') {
    writeFileSync(join(programs, 'docker'), '#!/bin/sh\nexec podman "$@"\n', { mode: 0o755 });
    return { env, standIns: undefined, own: undefined, stop: async () => {} };
  }
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version'))
    throw new UserError(
      'The stack needs Docker or Podman with Compose. As root on Debian, npm run test:stack would install an engine.',
    );
  copyFileSync(join(import.meta.dirname, 'docker.sh'), join(programs, 'docker'));
  return ownEngine(place, steps, { ...env, DOCKER_HOST: `unix://${place}/socket` });
}

/** Debian's Docker with a daemon of its own, which ends with this process. */
async function ownEngine(place: string, steps: Steps, env: NodeJS.ProcessEnv): Promise<Engine> {
  await steps.run('Engine', () => installPackages());
  const rules = execFileSync('iptables-save');
  const disk = mountDisk(place);
  let daemon: Child | undefined;
  const start = async () => {
    const log = openSync(join(place, 'engine.log'), 'a');
    const folders = ['--data-root', join(place, 'engine'), '--exec-root', join(place, 'run')];
    const options = ['--pidfile', join(place, 'pid'), '--host', env.DOCKER_HOST ?? ''];
    daemon = startChild('dockerd', [...folders, ...options], { env, stdio: ['ignore', log, log] });
    for (let tries = 0; !succeeds('/usr/bin/docker', ['--host', env.DOCKER_HOST ?? '', 'info']); tries += 1) {
      if (tries > 60) throw new UserError(`Docker does not start:\n${readFileSync(join(place, 'engine.log'), 'utf8')}`);
      await sleep(500);
    }
  };
  const stop = async () => {
    await daemon?.stop(60_000);
    const devices = execFileSync('ip', ['-o', 'link', 'show', 'type', 'bridge'], { encoding: 'utf8' });
    for (const [, name] of devices.matchAll(/^\d+: (docker0|br-[0-9a-f]{12}):/gm))
      spawnSync('ip', ['link', 'delete', name ?? '']);
    spawnSync('iptables-restore', { input: rules });
    spawnSync('umount', ['--lazy', disk]);
  };
  await start();
  try {
    const standIns = await buildStandIns(join(place, 'stand-ins'), steps, env);
    const restart = async () => {
      await daemon?.stop(60_000);
      await start();
    };
    return { env, standIns, own: { restart, disk }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const DISK_GB = 40;

/** Gives the engine a disk of its own, which can be filled. */
function mountDisk(place: string): string {
  const folder = join(place, 'engine');
  const image = join(place, 'disk');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(image)) {
    execFileSync('truncate', ['--size', `${DISK_GB}G`, image]);
    execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
  }
  // Still mounted if an earlier run was killed.
  spawnSync('umount', ['--lazy', folder]);
  execFileSync('mount', ['-o', 'loop', image, folder]);
  return folder;
}

function installPackages() {
  const missing = PACKAGES.filter((name) => !succeeds('dpkg', ['--status', name]));
  if (missing.length === 0) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env, stdio: 'ignore' });
}
