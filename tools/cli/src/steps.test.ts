import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Steps } from './steps.ts';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function anOutput({ isTerminal }: { isTerminal: boolean }) {
  const output: string[] = [];
  return { output, steps: new Steps({ isTerminal, write: (text) => output.push(text) }) };
}

const until = (done: Promise<void>) => async (show: (state: string) => void) => {
  show('3 tasks');
  await done;
};

test('a terminal shows each state in the line of the step', async () => {
  const { output, steps } = anOutput({ isTerminal: true });
  await steps.run('Build', () => undefined);
  expect(output.join('').split('\r')).toEqual([
    '',
    expect.stringMatching(/Build +…$/),
    `\u001B[K${'  Build'.padEnd(20)}    0.0 s\n`,
    '\u001B[K',
  ]);
});

test('without a terminal, a long step prints its state every 30 seconds', async () => {
  const { output, steps } = anOutput({ isTerminal: false });
  const { promise, resolve } = Promise.withResolvers<void>();
  const step = steps.run('Build', until(promise));
  await jest.advanceTimersByTimeAsync(61_000);
  expect(output).toEqual([expect.stringMatching(/^ {2}Build +3 tasks\n$/), expect.stringMatching(/3 tasks\n$/)]);
  resolve();
  await step;
  await jest.advanceTimersByTimeAsync(61_000);
  expect(output.slice(2)).toEqual([expect.stringMatching(/^ {2}Build +\d+\.\d s\n$/)]);
});

test('a step that fails prints no duration, and no state later', async () => {
  const { output, steps } = anOutput({ isTerminal: false });
  await expect(steps.run('Build', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await jest.advanceTimersByTimeAsync(61_000);
  expect(output).toEqual([]);
});
