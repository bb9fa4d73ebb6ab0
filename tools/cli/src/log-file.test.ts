import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { follow, lastWords, rotate, warningIn } from './log-file.ts';

let place: string;
let file: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'log-test-'));
  file = join(place, 'api.log');
});
afterEach(() => rmSync(place, { recursive: true }));

test('each start begins a new file, and the five before it are kept', () => {
  for (let start = 1; start <= 8; start++) {
    rotate(file);
    writeFileSync(file, `start ${start}`);
  }
  expect(readFileSync(file, 'utf8')).toBe('start 8');
  expect(readFileSync(join(place, 'api.5.log'), 'utf8')).toBe('start 3');
  expect(existsSync(join(place, 'api.6.log'))).toBe(false);
});

test('a followed file hands over whole lines only, also when a letter is written in two halves', () => {
  writeFileSync(file, 'before\n');
  const lines: string[] = [];
  const follower = follow(file, (line) => lines.push(line));
  const text = Buffer.from('Élan\nrest');
  appendFileSync(file, text.subarray(0, 1));
  appendFileSync(file, text.subarray(1));
  follower.stop();
  expect(lines).toEqual(['Élan']);
});

test('of records only warnings and errors are shown; what is no record is shown as it is', () => {
  expect(warningIn('{"level":"info","msg":"request completed"}')).toBeUndefined();
  expect(warningIn('{"level":"warn","msg":"storage is away"}')).toBe('storage is away');
  expect(warningIn('{"level":"error","msg":"ingest failed","err":{"message":"no database"}}')).toBe(
    'ingest failed: no database',
  );
  expect(warningIn('Error: out of memory')).toBe('Error: out of memory');
  expect(warningIn('  ')).toBeUndefined();
});

test.each([
  [
    'file:///x/main.js:3\nthrow new TypeError(a)\n      ^\n\nTypeError: no such column\n    at run (x.js:1:2)\n\nNode.js v24.1.0\n',
    'TypeError: no such column',
  ],
  ['PORT is wrong.\nCURATOR_USERNAME is required.\n', 'CURATOR_USERNAME is required.'],
  ['{"level":"info","msg":"starting"}\n{"level":"fatal","msg":"no bucket"}\n', 'no bucket'],
  ['', 'it gave no reason'],
])('the reason is found in what a program said last', (output, reason) => {
  expect(lastWords(output)).toBe(reason);
});
