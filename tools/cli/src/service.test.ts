import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { processStartTime, waitForExit } from '@archive/postgres';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { terminalText } from './log-file.ts';
import { Service } from './service.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);

let directory: string;
let messages: string[];
let pids: number[];
const services: Service[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'service-test-'));
  messages = [];
  pids = [];
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop(0)));
  rmSync(directory, { recursive: true });
});

function start(...args: string[]): Service {
  const service = new Service({
    name: 'worker',
    args: [fixture('long-running.ts'), ...args],
    cwd: directory,
    env: process.env,
    logs: directory,
    formatLine: terminalText,
    print: (line) => messages.push(line),
    onStart: (pid) => pids.push(pid),
  });
  services.push(service);
  return service;
}

async function waitFor(condition: () => boolean): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > 20_000) throw new Error('The condition was not met within 20 s');
    await sleep(20);
  }
}

describe('a service', () => {
  test('restarts quickly after each of three kills, later after a fourth, and reports it', async () => {
    await start().waitUntilReady(Promise.resolve());
    for (let kills = 1; kills <= 4; kills += 1) {
      process.kill(pids.at(-1) ?? 0, 'SIGKILL');
      await waitFor(() => pids.length === kills + 1);
      expect(processStartTime(pids.at(-1) ?? 0)).toBeDefined();
    }
    const message = (seconds: number) => `The worker stopped unexpectedly (SIGKILL). Restarting in ${seconds} s.`;
    expect(messages).toEqual([message(0.5), message(0.5), message(0.5), message(1)]);
  });

  test('that ends before it is ready fails with its last message', async () => {
    const never = new Promise<void>(() => undefined);
    await expect(start('refuse').waitUntilReady(never)).rejects.toThrow(
      /^The worker failed to start \(3\): the bucket is missing\. Log: /,
    );
    expect(pids).toHaveLength(1);
  });

  test('does not restart after it was stopped', async () => {
    const service = start();
    await service.waitUntilReady(waitFor(() => readFileSync(service.log, 'utf8').includes('pid')));
    await service.stop(5000);
    expect(processStartTime(pids[0] ?? 0)).toBeUndefined();
    expect(messages).toEqual([]);
  });
});

test('a killed program takes all its descendants with it', async () => {
  const parent = spawn(process.execPath, [fixture('parent.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const group = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (text: Buffer) => resolve(Number(text.toString()))),
  );
  expect(processStartTime(group)).toBeDefined();
  parent.kill('SIGKILL');
  expect(await waitForExit(group, 10_000)).toBe(true);
  await waitFor(() => !groupIsAlive(group));
});

function groupIsAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}
