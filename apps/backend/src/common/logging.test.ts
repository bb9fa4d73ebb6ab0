import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { droppedLogLines, logDestination } from './logging.ts';

/** A device whose writes all fail with ENOSPC. */
const FULL_DEVICE = '/dev/full';
const LINES = 2000;
const onLinux = existsSync(FULL_DEVICE) ? test : test.skip;

onLinux('lines that can’t be written to a full disk are dropped and counted', () => {
  const handle = openSync(FULL_DEVICE, 'w');
  const log = pino(logDestination(handle));
  const before = droppedLogLines();
  for (let line = 0; line < LINES; line += 1) log.info({ filling: 'x'.repeat(1000) }, 'A line');
  expect(droppedLogLines() - before).toBeGreaterThan(LINES / 4);
  expect(droppedLogLines() - before).toBeLessThan(LINES);
  closeSync(handle);
});

test('other lines are written immediately', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'log-'));
  const file = path.join(directory, 'log');
  const handle = openSync(file, 'w');
  pino(logDestination(handle)).info('A line');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ msg: 'A line' });
  closeSync(handle);
  await rm(directory, { recursive: true });
});
