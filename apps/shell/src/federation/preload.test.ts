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

test('preloads remotes once, after the first page, and only on a good connection', () => {
  jest.useFakeTimers();
  for (const bad of [{ saveData: true, effectiveType: '4g' }, { effectiveType: '3g' }, { effectiveType: 'slow-2g' }]) {
    on(bad);
    preloadRemotes(aRegistry());
    jest.advanceTimersByTime(10_000);
  }
  expect(preloadRemote).not.toHaveBeenCalled();

  // Browsers without the Network Information API count as well connected.
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
