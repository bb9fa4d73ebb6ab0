import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { useMemoryForTempFiles } from './temp-files.ts';

let memory: string;
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'memory-'));
});
afterEach(() => rmSync(memory, { recursive: true }));

/** Uses memory for temporary files in another process; returns the folder and what is in it. */
function runInAnotherProcess() {
  const module = JSON.stringify(join(import.meta.dirname, 'temp-files.ts'));
  const program = `
    const { useMemoryForTempFiles } = await import(${module});
    const env = {};
    const place = useMemoryForTempFiles({ env, memory: ${JSON.stringify(memory)}, requiredBytes: 0 });
    const { readdirSync } = await import('node:fs');
    console.log(JSON.stringify({ env, place, files: readdirSync(place) }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  return JSON.parse(stdout) as { env: NodeJS.ProcessEnv; place: string; files: string[] };
}

describe('temporary files in memory', () => {
  test('are in TMPDIR and deleted with the process', () => {
    const { env, place } = runInAnotherProcess();
    expect(env.TMPDIR).toBe(place);
    expect(place.startsWith(memory)).toBe(true);
    expect(existsSync(place)).toBe(false);
  });

  test('of a killed process are deleted by the next one; those of a running process stay', () => {
    const running = `archive-tests-${process.pid}-abc`;
    for (const name of ['archive-tests-999999999-abc', running, 'of someone else']) mkdirSync(join(memory, name));
    runInAnotherProcess();
    expect(readdirSync(memory).sort()).toEqual([running, 'of someone else'].sort());
  });

  test('stay on disk with TMPDIR set or without enough memory', () => {
    const env = { TMPDIR: '/somewhere' };
    expect(useMemoryForTempFiles({ env, memory, requiredBytes: 0 })).toBeUndefined();
    expect(env.TMPDIR).toBe('/somewhere');
    expect(useMemoryForTempFiles({ env: {}, memory, requiredBytes: 2 ** 60 })).toBeUndefined();
    expect(useMemoryForTempFiles({ env: {}, memory: join(memory, 'none'), requiredBytes: 0 })).toBeUndefined();
    expect(readdirSync(memory)).toEqual([]);
  });
});
