import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { processBirth, processEnded } from '@archive/postgres';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { warningIn } from './log-file.ts';
import { Service } from './service.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);

let place: string;
let said: string[];
let pids: number[];
const services: Service[] = [];

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'service-test-'));
  said = [];
  pids = [];
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop(0)));
  rmSync(place, { recursive: true });
});

function start(...args: string[]): Service {
  const service = new Service({
    name: 'worker',
    args: [fixture('steadfast.ts'), ...args],
    cwd: place,
    env: process.env,
    logs: place,
    shown: warningIn,
    say: (line) => said.push(line),
    onStart: (pid) => pids.push(pid),
  });
  services.push(service);
  return service;
}

async function until(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > 20_000) throw new Error('it never came to pass');
    await sleep(20);
  }
}

describe('a service', () => {
  test('that is killed comes back, and this is said', async () => {
    await start().settle(Promise.resolve());
    process.kill(pids[0] ?? 0, 'SIGKILL');
    await until(() => pids.length === 2);
    expect(said).toEqual(['The worker ended by itself (SIGKILL); it is started again in 0.5 s.']);
    expect(processBirth(pids[1] ?? 0)).toBeDefined();
  });

  test('that ends before it is ready is a failure, told with its last words', async () => {
    const never = new Promise<void>(() => undefined);
    await expect(start('refuse').settle(never)).rejects.toThrow(
      /^The worker ended at its start \(3\): the bucket is missing; its log is /,
    );
    expect(pids).toHaveLength(1);
  });

  test('that is stopped stays stopped', async () => {
    const service = start();
    await service.settle(until(() => readFileSync(service.log, 'utf8').includes('pid')));
    await service.stop(5000);
    expect(processBirth(pids[0] ?? 0)).toBeUndefined();
    expect(said).toEqual([]);
  });
});

test('a program that is killed takes along what it started, and what that started', async () => {
  const parent = spawn(process.execPath, [fixture('parent.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const group = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
  );
  expect(processBirth(group)).toBeDefined();
  parent.kill('SIGKILL');
  expect(await processEnded(group, 10_000)).toBe(true);
  await until(() => !groupLives(group));
});

function groupLives(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
