import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { COMMANDS } from '../commands.mjs';
import { ROOT } from './settings.ts';

const launcher = join(import.meta.dirname, '../run.mjs');

/** Runs a command as npm does. */
async function run(home: string, command: string, ...args: string[]) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [launcher, command, ...args], {
    cwd: ROOT,
    env: { PATH, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const status = new Promise((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { command, status: await status, stdout, stderr };
}

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'commands-test-'));
});
afterEach(() => {
  const left = readdirSync(home);
  rmSync(home, { recursive: true });
  expect(left).toEqual([]);
});

/** Runs every command with these arguments, two at a time. */
async function runAll(...args: string[]) {
  const waiting = Object.keys(COMMANDS);
  const results: Awaited<ReturnType<typeof run>>[] = [];
  const runNext = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) results.push(await run(home, name, ...args));
  };
  await Promise.all([runNext(), runNext()]);
  return results;
}

describe('every command', () => {
  test('describes its options with --help', async () => {
    for (const { command, status, stdout, stderr } of await runAll('--help')) {
      expect([command, status, stderr]).toEqual([command, 0, '']);
      expect(stdout).toContain(`npm run ${command === 'mfe' ? '' : 'archive -- '}${command}`);
    }
  });

  test('rejects an unknown option with a suggestion, before it starts anything', async () => {
    const results = await runAll('--helps');
    const error = expect.stringMatching(/unknown option '--helps'[^]*did you mean --help\?/i);
    expect(results).toEqual(results.map(({ command }) => ({ command, status: 1, stdout: '', stderr: error })));
  });
});

test('a test runs without leaving anything in the home folder', async () => {
  expect(await run(home, 'test', 'tools/lint/folder-cycles.test.ts')).toMatchObject({ status: 0 });
});
