import { aRegistry } from '@archive/testing';
import { afterEach, expect, jest, test } from '@jest/globals';
import { preloadRemotes } from './remotes.ts';

const on = (connection: object | undefined) =>
  Object.defineProperty(navigator, 'connection', { configurable: true, value: connection });

const prefetchedUrls = () =>
  Array.from(document.head.querySelectorAll('link[rel=prefetch]'), (link) => [
    link.getAttribute('as'),
    link.getAttribute('href'),
  ]);

afterEach(() => {
  jest.useRealTimers();
  on(undefined);
});

function registryWithFiles() {
  const registry = aRegistry();
  const base = '/mfe/voyages/1.0.0/assets/';
  Object.assign(registry.apps['voyages'] ?? {}, {
    entry: {
      path: `${base}remoteEntry.1.js`,
      integrity: 'sha256-a',
      variable: 'archive_voyages',
      pages: [`${base}pages.2.js`, `${base}pages.3.css`],
    },
  });
  return registry;
}

test('preloads the files of remotes once, after the first page, and only on a good connection', () => {
  jest.useFakeTimers();
  const registry = registryWithFiles();
  for (const bad of [{ saveData: true, effectiveType: '4g' }, { effectiveType: '3g' }, { effectiveType: 'slow-2g' }]) {
    on(bad);
    preloadRemotes(registry);
    jest.advanceTimersByTime(10_000);
  }
  expect(prefetchedUrls()).toEqual([]);

  // Browsers without the Network Information API count as well connected.
  on(undefined);
  preloadRemotes(registry);
  preloadRemotes(registry);
  jest.advanceTimersByTime(2900);
  expect(prefetchedUrls()).toEqual([]);
  jest.advanceTimersByTime(200);
  expect(prefetchedUrls()).toEqual([
    ['script', '/mfe/voyages/1.0.0/assets/remoteEntry.1.js'],
    ['script', '/mfe/voyages/1.0.0/assets/pages.2.js'],
    ['style', '/mfe/voyages/1.0.0/assets/pages.3.css'],
  ]);
});
