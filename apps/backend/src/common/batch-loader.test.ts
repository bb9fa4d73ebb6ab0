import { expect, jest, test } from '@jest/globals';
import { BatchLoader } from './batch-loader.ts';

/** A loader whose batches resolve on demand. */
function slowLoader() {
  const batches: string[][] = [];
  const release: (() => void)[] = [];
  const loader = new BatchLoader<string, string>(async (keys) => {
    batches.push(keys);
    await new Promise<void>((resolve) => release.push(resolve));
    if (keys.includes('broken')) throw new Error('no value');
    return keys.map((key) => `${key}!`);
  });
  return { loader, batches, next: () => release.shift()?.() };
}

test('the first key is loaded immediately, later keys are loaded together', async () => {
  const { loader, batches, next } = slowLoader();
  const values = ['a', 'b', 'c'].map((key) => loader.load(key));
  expect(batches).toEqual([['a']]);
  next();
  expect(await values[0]).toBe('a!');
  expect(batches).toEqual([['a'], ['b', 'c']]);
  next();
  expect(await Promise.all(values)).toEqual(['a!', 'b!', 'c!']);
  void loader.load('d');
  expect(batches.at(-1)).toEqual(['d']);
});

test('a failure affects only its own batch', async () => {
  const { loader, next } = slowLoader();
  const [first, broken, same] = ['a', 'broken', 'b'].map((key) => loader.load(key));
  next();
  expect(await first).toBe('a!');
  const settled = Promise.allSettled([broken, same]);
  next();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const after = loader.load('c');
  next();
  expect(await after).toBe('c!');
});

test('a slow batch does not delay later keys', () => {
  const { loader, batches } = slowLoader();
  const clock = jest.spyOn(performance, 'now');
  clock.mockReturnValue(1000);
  void loader.load('hangs');
  void loader.load('waits');
  expect(batches).toEqual([['hangs']]);
  clock.mockReturnValue(1300);
  void loader.load('late');
  expect(batches).toEqual([['hangs'], ['waits', 'late']]);
  clock.mockRestore();
});
