import { freePort } from '@archive/postgres';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunOptions } from '../command.ts';
import { ROOT } from '../settings.ts';
import { Steps } from '../steps.ts';
import { backUpAndRestore } from './backup.ts';
import { Checks } from './checks.ts';
import { findEngine } from './engine.ts';
import { endServices, fillDisk } from './failures.ts';
import { fillArchive, startFromNothing } from './first-start.ts';
import { Observer } from './memory.ts';
import { movePackage } from './package.ts';
import { judgeCandidates, watch } from './profiles.ts';
import { Stack } from './stack.ts';
import { upgrade } from './upgrade.ts';

/**
 * What may be chosen, in the order of the walk. The first start, uploads and imports are always part of it. After the upgrade, the
 * walk continues with the upgraded archive.
 */
export const SECTIONS = ['package', 'candidates', 'monitoring', 'disk', 'upgrade', 'failures', 'backup'] as const;
export type Section = (typeof SECTIONS)[number];

interface WalkOptions {
  /** Keeps the engine’s files. */
  cache: string | undefined;
  only: readonly Section[];
}

/** Builds the images, starts the stack, and walks through it. Returns the status of the program. */
export async function testStack({ cache, only }: WalkOptions, { signal }: RunOptions): Promise<number> {
  const steps = new Steps();
  const startedAt = performance.now();
  const place = mkdtempSync(join(tmpdir(), 'stack-'));
  const engine = await findEngine(cache ?? place, steps).catch((error: unknown) => {
    rmSync(place, { recursive: true, force: true });
    throw error;
  });
  const stack = new Stack(join(place, 'archive'), engine);
  const checks = new Checks(steps);
  const logs = join(ROOT, 'test-results');
  const clean = async () => {
    await stack.remove().catch((error: Error) => steps.print(error.message));
    await engine.stop();
    rmSync(place, { recursive: true, force: true });
  };
  signal.addEventListener('abort', () => void clean().finally(() => process.exit(130)));
  try {
    stack.checkOut();
    const observer = new Observer(stack);
    try {
      const ports = { http: await freePort('0.0.0.0'), https: await freePort('0.0.0.0') };
      let access = await startFromNothing(stack, checks, ports);
      await fillArchive(stack, checks, access);
      const sections: Record<Section, () => Promise<unknown>> = {
        package: () => movePackage(stack, checks, access),
        candidates: async () => (access = await judgeCandidates(stack, checks, access, signal)),
        monitoring: () => watch(stack, checks, access),
        disk: () => fillDisk(stack, checks, access),
        upgrade: async () => (access = await upgrade(stack, checks, access, ports)),
        failures: () => endServices(stack, checks, access),
        backup: () => backUpAndRestore(stack, checks),
      };
      for (const name of SECTIONS) if (only.includes(name)) await sections[name]();
    } finally {
      await observer.stop();
      mkdirSync(logs, { recursive: true });
      writeFileSync(join(logs, 'stack.log'), await stack.compose('logs', '--no-color').catch(String));
    }
    await checks.check('Containers keep to their limits', async () => {
      const { problems } = observer;
      if (problems.length > 0) throw new Error(problems.join('\n'));
    });
    steps.print(`\n${checks.table()}\n\n${observer.table()}`);
  } finally {
    await clean();
  }
  const minutes = (performance.now() - startedAt) / 60_000;
  steps.print(
    `\n${checks.results.length - checks.failed} passed, ${checks.failed} failed, in ${minutes.toFixed(1)} minutes.`,
  );
  if (checks.failed > 0) steps.print('The logs of the containers are in test-results/stack.log.');
  return checks.failed > 0 ? 1 : 0;
}
