import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followFile, failureReason, rotate, terminalText } from './log-file.ts';

let directory: string;
let file: string;

beforeEach(() => {
  jest.useFakeTimers();
  directory = mkdtempSync(join(tmpdir(), 'log-test-'));
  file = join(directory, 'api.log');
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(directory, { recursive: true });
});

test('each start opens a new file and keeps the five before it', () => {
  for (let start = 1; start <= 8; start++) {
    rotate(file);
    writeFileSync(file, `start ${start}`);
  }
  expect(readFileSync(file, 'utf8')).toBe('start 8');
  expect(readFileSync(join(directory, 'api.5.log'), 'utf8')).toBe('start 3');
  expect(existsSync(join(directory, 'api.6.log'))).toBe(false);
});

test('a followed file is rotated at its size while a program writes to it, and no line is lost', () => {
  const lines: string[] = [];
  const program = openSync(file, 'a');
  const follower = followFile(file, (line) => lines.push(line), { maxBytes: 100 });
  const written: string[] = [];
  try {
    for (let index = 1; index <= 40; index++) {
      written.push(`line ${index} of the program`);
      writeSync(program, `line ${index} of the program\n`);
      if (index % 5 === 0) jest.advanceTimersByTime(200);
    }
  } finally {
    follower.stop();
    closeSync(program);
  }
  expect(lines).toEqual(written);
  const saved = [5, 4, 3, 2, 1].map((index) => readFileSync(join(directory, `api.${index}.log`), 'utf8')).join('');
  expect(saved).toBe(`${written.slice(-25).join('\n')}\n`);
  expect(readFileSync(file, 'utf8')).toBe('');
  expect(existsSync(join(directory, 'api.6.log'))).toBe(false);
});

test('a followed file passes on complete lines only, even when a character is written in two parts', () => {
  writeFileSync(file, 'before\n');
  const lines: string[] = [];
  const follower = followFile(file, (line) => lines.push(line));
  const text = Buffer.from('Élan\nrest');
  appendFileSync(file, text.subarray(0, 1));
  appendFileSync(file, text.subarray(1));
  follower.stop();
  expect(lines).toEqual(['Élan']);
});

test('shows warnings and errors of structured lines, and unstructured lines unchanged', () => {
  expect(terminalText('{"level":"info","msg":"request completed"}')).toBeUndefined();
  expect(terminalText('{"level":"warn","msg":"storage is unavailable"}')).toBe('storage is unavailable');
  expect(terminalText('{"level":"error","msg":"ingest failed","err":{"message":"no database"}}')).toBe(
    'ingest failed: no database',
  );
  expect(terminalText('Error: out of memory')).toBe('Error: out of memory');
  expect(terminalText('  ')).toBeUndefined();
});

test.each([
  [
    'file:///x/main.js:3\nthrow new TypeError(a)\n      ^\n\nTypeError: no such column\n    at run (x.js:1:2)\n\nNode.js v24.1.0\n',
    'TypeError: no such column',
  ],
  ['PORT is wrong.\nCURATOR_USERNAME is required.\n', 'CURATOR_USERNAME is required.'],
  ['{"level":"info","msg":"starting"}\n{"level":"fatal","msg":"no bucket"}\n', 'no bucket'],
  ['', 'no reason given'],
])('finds the reason in the last output of a program', (output, reason) => {
  expect(failureReason(output)).toBe(reason);
});
