import { copyPostgres } from '@archive/postgres';
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { Steps } from '../steps.ts';
import { run } from './run.ts';

/** Images from Debian's packages, by the name of the image that each replaces: `postgres`, `caddy`. */
export type StandIns = ReadonlyMap<string, string>;

export const STAND_INS = ['node', 'caddy', 'postgres', 'valkey', 'versitygw', 'prometheus', 'alertmanager'];

/** The last part of an image's name: `versitygw` for `versity/versitygw:v1.8.0@sha256:…`. */
const nameOf = (image: string) => /([^/:@]+)(?::[^/]*)?$/.exec(image.split('@')[0] ?? '')?.[1] ?? '';

export async function buildStandIns(folder: string, steps: Steps, env: NodeJS.ProcessEnv): Promise<StandIns> {
  const build = { env: { ...env, DOCKER_BUILDKIT: '1' }, cwd: folder };
  const imageOf = (name: string) => `yacht-stand-in/${name}`;
  await steps.run('Debian', async () => {
    mkdirSync(folder, { recursive: true });
    if ((await run('docker', ['images', '--quiet', imageOf('base')], build)) !== '') return;
    // Without manuals and translations, like the official images.
    const without = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
    const options = ['--quiet', '--variant=minbase', '--include=ca-certificates', ...without];
    await run('mmdebstrap', [...options, codename(), 'base.tar'], build);
    await run('docker', ['import', 'base.tar', imageOf('base')], build);
  });
  await steps.run('Stand-ins', async (show) => {
    // Those of an earlier run.
    rmSync(folder, { recursive: true });
    cpSync(join(import.meta.dirname, 'stand-ins'), folder, { recursive: true });
    copyFileSync(process.execPath, join(folder, 'node'));
    cpSync(npmFolder(), join(folder, 'npm'), { recursive: true, dereference: true });
    copyPostgres(folder);
    const certificates = process.env.NODE_EXTRA_CA_CERTS;
    writeFileSync(join(folder, 'certificates.pem'), certificates ? readFileSync(certificates) : '');
    for (const name of STAND_INS) {
      show(name);
      const args = ['--network', 'host', '--build-arg', `BASE=${imageOf('base')}`, '--target', name];
      await run('docker', ['build', '--quiet', ...args, '--tag', imageOf(name), '.'], build);
    }
  });
  return new Map(STAND_INS.map((name) => [name, imageOf(name)]));
}

const codename = () => /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'stable';

function npmFolder(): string {
  const script = process.env.npm_execpath;
  if (script?.endsWith('npm-cli.js')) return join(dirname(script), '..');
  return join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
}

interface Service {
  image: string;
  build?: object;
}

/** Exchanges the images of a checkout of the project, and what their programs and this Compose do not know. */
export function useStandIns(folder: string, standIns: StandIns): void {
  const file = join(folder, 'docker-compose.yml');
  // The line `name:` is newer than Debian's Compose.
  const text = readFileSync(file, 'utf8').replace(/^name: .*\n/m, '');
  writeFileSync(file, text);
  const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
  // The image of a build frontend; Docker's own reads the same.
  const dockerfile = join(folder, 'deploy/Dockerfile');
  writeFileSync(dockerfile, readFileSync(dockerfile, 'utf8').replace(/^# syntax=.*\n/, ''));
  const args = { NODE_IMAGE: standIns.get('node'), CADDY_IMAGE: standIns.get('caddy') };
  const exchanged = Object.entries(services).map(([name, { image, build }]) => [
    name,
    build ? { build: { network: 'host', args } } : { image: standIns.get(nameOf(image)) ?? image },
  ]);
  const override = { services: Object.fromEntries(exchanged) as object };
  writeFileSync(join(folder, 'docker-compose.override.yml'), JSON.stringify(override, null, 2));
  for (const name of readdirSync(join(folder, 'deploy')).filter((name) => name.endsWith('.Caddyfile'))) {
    const caddyfile = join(folder, 'deploy', name);
    writeFileSync(caddyfile, forOlderCaddy(readFileSync(caddyfile, 'utf8')));
  }
}

/**
 * A Caddyfile for Debian's Caddy, which is older than that of the image: it lacks three options and the statuses of
 * error handlers, and writes arguments of snippets differently. Everything else is used as it is.
 */
export function forOlderCaddy(text: string): string {
  const lines = text.split('\n').filter((line) => !/^\s*(?:persist_config|trusted_proxies|health_fails) /.test(line));
  return lines
    .join('\n')
    .replaceAll('{args[0]}', '{args.0}')
    .replace(/(handle_errors) [\d ]+/, '$1 ');
}
