import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { startChild } from './child.ts';

/** The headless shell first: it uses a tenth less CPU. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The Chromium of the end-to-end tests: CHROMIUM_PATH, the system's, or one installed now, from the system's packages
 * as root and otherwise by Playwright. Undefined when none is available.
 */
export async function findBrowser(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (env.CHROMIUM_PATH) return existsSync(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  return findInPath(env) ?? (await installFromSystem(env)) ?? (await installFromPlaywright());
}

function findInPath(env: NodeJS.ProcessEnv): string | undefined {
  const folders = ['/usr/bin', ...(env.PATH ?? '').split(delimiter)].filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}

async function installFromSystem(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0)
    return undefined;
  const get = (name: string) => `apt-get install -y -qq --no-install-recommends ${name} fonts-liberation`;
  const install = `apt-get update -qq && { ${get('chromium-headless-shell')} || ${get('chromium')}; }`;
  const child = startChild('/bin/sh', ['-c', install], {
    stdio: 'ignore',
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return (await child.exited) === 0 ? findInPath(env) : undefined;
}

async function installFromPlaywright(): Promise<string | undefined> {
  const { chromium } = await import('playwright-core');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  const folder = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));
  const child = startChild(process.execPath, [join(folder, 'cli.js'), 'install', 'chromium'], { stdio: 'ignore' });
  return (await child.exited) === 0 && existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}
