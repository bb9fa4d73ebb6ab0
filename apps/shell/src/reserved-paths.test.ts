import { RESERVED_PATHS } from '@archive/contracts';
import { createQueryClient } from '@archive/api-client';
import type { RouteObject } from '@archive/router';
import { archiveSettings, aRegistry } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { appRoutes } from './app.tsx';

/** First segments of the paths of routes. For a route without a path, those of its children. */
const firstSegments = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) =>
    path === undefined ? firstSegments(children) : [path.split('/')[0] ?? ''],
  );

test('no micro-frontend can have the path of a page of the shell', () => {
  const registry = aRegistry();
  const routes = appRoutes({
    boot: { registry, archive: archiveSettings() },
    pageRegistry: { registry, overrides: [] },
    refreshRegistry: (current) => Promise.resolve(current),
    client: createQueryClient(),
    onShown: () => undefined,
  });
  const own = firstSegments(routes).filter((segment) => segment !== '*' && segment !== '');
  expect(own.length).toBeGreaterThan(4);
  expect(own.filter((segment) => !RESERVED_PATHS.some((reserved) => reserved === segment))).toEqual([]);
});
