import { removePostgres } from '@archive/postgres';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startArchive } from './archive.ts';
import { exitOf, startChild } from './child.ts';
import type { RunOptions } from './command.ts';
import { isolatedEnvironment } from './isolated-environment.ts';
import { readSettings } from './settings.ts';
import type { Steps } from './steps.ts';

export interface E2eOptions {
  root: string;
  /** The Chromium to use. */
  browser: string;
  steps: Steps;
  interrupts: RunOptions;
  /** Where Playwright's output goes: a file handle, or the terminal. */
  output: number | 'inherit';
  /** Specs and options for Playwright. */
  args?: string[];
}

/**
 * Runs the end-to-end tests against their own archives, started as by `npm start` with imported data that is
 * deleted afterwards. E2E_VIEWPORT selects the desktop run, with files on disk, the phone run, with files on an S3
 * server, or the releases of micro-frontends, with one that browsers reach; without it they run in parallel. Specs or options run once, on one archive
 * with files on disk. PORT, HOST and DATA_DIR choose where. Returns whether all passed.
 */
export async function runE2eTests({
  root,
  browser,
  steps,
  interrupts,
  output,
  args = [],
}: E2eOptions): Promise<boolean> {
  const port = process.env.PORT || undefined;
  const runDesktop = (onPort?: string) => runSuite('End-to-end, desktop', { E2E_VIEWPORT: 'desktop' }, onPort);
  const runSelected = { desktop: runDesktop, phone: runPhone, releases: runReleases }[process.env.E2E_VIEWPORT ?? ''];
  if (runSelected) return runSelected(port);
  if (args.length > 0) return runSuite('End-to-end', {}, port);
  // All runs clean up before a failure is reported.
  const runs = await Promise.allSettled([runDesktop(port), runPhone(), runReleases()]);
  return runs.every((run) => {
    if (run.status === 'rejected') throw run.reason;
    return run.value;
  });

  function runPhone(onPort?: string): Promise<boolean> {
    return withS3((env) => runSuite('End-to-end, phone', { ...env, E2E_VIEWPORT: 'phone' }, onPort));
  }

  /** In this run, browsers can reach the S3 server too. */
  function runReleases(onPort?: string): Promise<boolean> {
    return withS3((env) =>
      runSuite('End-to-end, releases', { ...env, S3_PUBLIC_URL: env['S3_ENDPOINT'], E2E_VIEWPORT: 'releases' }, onPort),
    );
  }

  async function withS3(run: (env: NodeJS.ProcessEnv) => Promise<boolean>): Promise<boolean> {
    const s3 = await startS3(root);
    try {
      return await run(s3.env);
    } finally {
      await s3.stop();
    }
  }

  /** Each run has its own archive. */
  async function runSuite(name: string, extraEnv: NodeJS.ProcessEnv, onPort?: string): Promise<boolean> {
    const { env: isolated, place: directory, dataDir } = await isolatedEnvironment(root, 'e2e', onPort);
    const env = { ...isolated, ...extraEnv };
    try {
      const archive = await startArchive(readSettings(env, root), env, steps, interrupts, { quiet: true });
      try {
        return await steps.run(
          name,
          () => playwright(archive.address, env),
          (passed) => (passed ? '' : 'FAILED'),
        );
      } finally {
        await archive.stop();
      }
    } finally {
      removePostgres({ dataDir: join(dataDir, 'postgres') });
      rmSync(directory, { recursive: true, force: true });
    }
  }

  async function playwright(address: string, env: NodeJS.ProcessEnv): Promise<boolean> {
    const cli = createRequire(join(root, 'e2e', 'package.json')).resolve('@playwright/test/cli');
    const child = startChild(process.execPath, [cli, 'test', ...args], {
      cwd: join(root, 'e2e'),
      env: { ...env, BASE_URL: address, CHROMIUM_PATH: browser },
      stdio: ['ignore', output, output],
    });
    return (await exitOf(child, interrupts.signal, 3000)) === 0;
  }
}

/** An S3 server on loopback, and the variables that make an archive use it. */
async function startS3(root: string): Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }> {
  const file = join(root, 'apps/backend/test/support/s3-process.ts');
  const child = startChild(process.execPath, [file], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const output = await new Promise<string>((resolve, reject) => {
    child.process.stdout?.once('data', (line: Buffer) => resolve(line.toString()));
    void child.exited.then((status) => reject(new Error(`The S3 server ended with ${status}.`)));
  });
  return { env: JSON.parse(output) as NodeJS.ProcessEnv, stop: () => child.stop(1000) };
}
