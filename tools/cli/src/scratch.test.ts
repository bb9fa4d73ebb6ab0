import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { keepScratchInMemory } from './scratch.ts';

let memory: string;
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'memory-'));
});
afterEach(() => rmSync(memory, { recursive: true }));

/** A process that keeps its scratch there, and says where and whether it can be found. */
function inAnotherProcess() {
  const module = JSON.stringify(join(import.meta.dirname, 'scratch.ts'));
  const program = `
    const { keepScratchInMemory } = await import(${module});
    const env = {};
    const place = keepScratchInMemory({ env, memory: ${JSON.stringify(memory)}, room: 0 });
    const { readdirSync } = await import('node:fs');
    console.log(JSON.stringify({ env, place, files: readdirSync(place) }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  return JSON.parse(stdout) as { env: NodeJS.ProcessEnv; place: string; files: string[] };
}

describe('scratch in memory', () => {
  test('is named by TMPDIR, and goes with the process', () => {
    const { env, place } = inAnotherProcess();
    expect(env.TMPDIR).toBe(place);
    expect(place.startsWith(memory)).toBe(true);
    expect(existsSync(place)).toBe(false);
  });

  test('that a killed process has left goes with the next; that of a running one stays', () => {
    const running = `archive-tests-${process.pid}-abc`;
    for (const name of ['archive-tests-999999999-abc', running, 'of somebody else']) mkdirSync(join(memory, name));
    inAnotherProcess();
    expect(readdirSync(memory).sort()).toEqual([running, 'of somebody else'].sort());
  });

  test('is not where somebody has named a place, nor where there is no room', () => {
    const env = { TMPDIR: '/somewhere' };
    expect(keepScratchInMemory({ env, memory, room: 0 })).toBeUndefined();
    expect(env.TMPDIR).toBe('/somewhere');
    expect(keepScratchInMemory({ env: {}, memory, room: 2 ** 60 })).toBeUndefined();
    expect(keepScratchInMemory({ env: {}, memory: join(memory, 'none'), room: 0 })).toBeUndefined();
    expect(readdirSync(memory)).toEqual([]);
  });
});
