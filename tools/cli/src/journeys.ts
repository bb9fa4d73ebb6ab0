import { makePassage, removePostgres } from '@archive/postgres';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startArchive } from './archive.ts';
import { startChild } from './child.ts';
import type { Interrupts } from './command.ts';
import { freePort } from './ports.ts';
import { readSettings } from './settings.ts';
import type { Steps } from './steps.ts';

export interface JourneyOptions {
  root: string;
  /** The Chromium to run in. */
  browser: string;
  steps: Steps;
  interrupts: Interrupts;
  /** Where Playwright's own output goes: a file handle, or the terminal. */
  output: number | 'inherit';
  /** For Playwright: names of specs, and its options. */
  args?: string[];
}

/**
 * Runs the browser journeys against archives of their own: brought up as `npm start` does it, with the document taken in, on data
 * that are thrown away. What a desk sees, with the files on disk, and what a phone sees, with the files on an S3 server, run side by
 * side. JOURNEYS (`desktop`, `phone`) runs one of the two alone; whoever names specs or options gets those, once, on one archive with
 * its files on disk. PORT, HOST and DATA_DIR choose where. Answers whether all of them passed.
 */
export async function runJourneys({
  root,
  browser,
  steps,
  interrupts,
  output,
  args = [],
}: JourneyOptions): Promise<boolean> {
  const port = process.env.PORT || undefined;
  const onDesk = (at?: string) => journeysOn('Journeys, desk', { JOURNEYS: 'desktop' }, at);
  const alone = { desktop: onDesk, phone: onPhone }[process.env.JOURNEYS ?? ''];
  if (alone) return alone(port);
  if (args.length > 0) return journeysOn('Journeys', {}, port);
  // Whichever fails, the other one tidies up before anybody hears of it.
  const lanes = await Promise.allSettled([onDesk(port), onPhone()]);
  return lanes.every((lane) => {
    if (lane.status === 'rejected') throw lane.reason;
    return lane.value;
  });

  async function onPhone(at?: string): Promise<boolean> {
    const s3 = await startS3(root);
    try {
      return await journeysOn('Journeys, phone', { ...s3.env, JOURNEYS: 'phone' }, at);
    } finally {
      await s3.stop();
    }
  }

  /** An archive of its own for each run: nothing of one is in the way of the other. */
  async function journeysOn(name: string, more: NodeJS.ProcessEnv, at?: string): Promise<boolean> {
    const { env: own, place, dataDir } = await ownEnvironment(root, at);
    const env = { ...own, ...more };
    try {
      const archive = await startArchive(readSettings(env, root), env, steps, interrupts, { quiet: true });
      try {
        return await steps.run(
          name,
          () => playwright(archive.address, env),
          (all) => (all ? '' : 'FAILED'),
        );
      } finally {
        await archive.stop();
      }
    } finally {
      removePostgres({ dataDir: join(dataDir, 'postgres') });
      rmSync(place, { recursive: true, force: true });
    }
  }

  async function playwright(address: string, env: NodeJS.ProcessEnv): Promise<boolean> {
    const cli = createRequire(join(root, 'e2e', 'package.json')).resolve('@playwright/test/cli');
    const child = startChild(process.execPath, [cli, 'test', ...args], {
      cwd: join(root, 'e2e'),
      env: { ...env, BASE_URL: address, CHROMIUM_PATH: browser },
      stdio: ['ignore', output, output],
    });
    const abort = () => void child.stop(3000);
    interrupts.signal.addEventListener('abort', abort);
    const status = await child.ended;
    interrupts.signal.removeEventListener('abort', abort);
    interrupts.signal.throwIfAborted();
    return status === 0;
  }
}

/** An S3 server on loopback, and the variables that have an archive keep its files there. */
async function startS3(root: string): Promise<{ env: NodeJS.ProcessEnv; stop: () => Promise<void> }> {
  const file = join(root, 'apps/backend/test/support/s3-process.ts');
  const child = startChild(process.execPath, [file], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const said = await new Promise<string>((resolve, reject) => {
    child.process.stdout?.once('data', (line: Buffer) => resolve(line.toString()));
    void child.ended.then((status) => reject(new Error(`The S3 server ended with ${status}.`)));
  });
  return { env: JSON.parse(said) as NodeJS.ProcessEnv, stop: () => child.stop(1000) };
}

/** The user's own database, queue, bucket and curator are no concern of a test. */
const NOT_INHERITED = [
  'DATABASE_URL',
  'REDIS_URL',
  'S3_BUCKET',
  'CURATOR_USERNAME',
  'CURATOR_PASSWORD',
  'PUBLIC_URL',
  'FRONTENDS_DIR',
];

/** `port` is one archive's alone; without it a free one is taken. */
async function ownEnvironment(root: string, port: string | undefined) {
  const inherited: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: 'development' };
  for (const name of NOT_INHERITED) delete inherited[name];
  const parent = inherited.DATA_DIR ? resolve(root, inherited.DATA_DIR) : tmpdir();
  makePassage(parent);
  const place = mkdtempSync(join(parent, 'journeys-'));
  const dataDir = join(place, 'data');
  const PORT = port ?? String(await freePort(inherited.HOST || '127.0.0.1'));
  // What the internet has, or not, at the moment is no concern of a test either.
  return { place, dataDir, env: { ...inherited, PORT, DATA_DIR: dataDir, INGEST_FETCH_MEDIA: 'false' } };
}
