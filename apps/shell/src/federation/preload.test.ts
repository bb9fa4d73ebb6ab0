import { aRegistry } from '@archive/testing';
import { afterEach, expect, jest, test } from '@jest/globals';

const preloadRemote = jest.fn(async () => undefined);
jest.unstable_mockModule('@module-federation/enhanced/runtime', () => ({
  loadRemote: jest.fn(),
  preloadRemote,
  registerRemotes: jest.fn(),
}));
const { preloadRemotes } = await import('./remotes.ts');

const on = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });

afterEach(() => {
  jest.useRealTimers();
  on(undefined);
});

test('remotes are fetched ahead on a good connection only, after the first page, and once', () => {
  jest.useFakeTimers();
  for (const bad of [{ saveData: true, effectiveType: '4g' }, { effectiveType: '3g' }, { effectiveType: 'slow-2g' }]) {
    on(bad);
    preloadRemotes(aRegistry());
    jest.advanceTimersByTime(10_000);
  }
  expect(preloadRemote).not.toHaveBeenCalled();

  // A browser that says nothing of its connection is taken to have a good one.
  on(undefined);
  preloadRemotes(aRegistry());
  preloadRemotes(aRegistry());
  jest.advanceTimersByTime(2900);
  expect(preloadRemote).not.toHaveBeenCalled();
  jest.advanceTimersByTime(200);
  expect(preloadRemote.mock.calls).toEqual([
    [['voyages', 'people', 'media'].map((nameOrAlias) => expect.objectContaining({ nameOrAlias }))],
  ]);
});
