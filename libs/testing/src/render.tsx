import type { ArchiveSettings } from '@archive/contracts';
import { QueryClient, QueryClientProvider } from '@archive/query';
import { createMemoryRouter, RouterProvider, type RouteObject } from '@archive/router';
import { ArchiveProvider, SessionProvider, type SessionValue } from '@archive/shell-api';
import { act, render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { archiveSettings } from './builders.ts';

export interface RenderOptions {
  /** Path at which the routes are mounted, such as `/voyages`; `/` by default. */
  at?: string;
  archive?: ArchiveSettings;
  session?: Partial<SessionValue>;
  /** Passed to `userEvent.setup`, for fake timers. */
  advanceTimers?: (ms: number) => void;
}

/** A query client without retries or garbage collection. */
export const testQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity, staleTime: 60_000 } } });

export interface RenderedRoute extends RenderResult {
  client: QueryClient;
  router: ReturnType<typeof createMemoryRouter>;
  user: UserEvent;
}

/** Renders routes at `path` (`/voyages?q=Trudeau`) inside the providers of the shell. */
export async function renderRoute(
  routes: RouteObject[],
  path: string,
  options: RenderOptions = {},
): Promise<RenderedRoute> {
  const { at = '/', archive = archiveSettings(), session, advanceTimers } = options;
  const client = testQueryClient();
  const router = createMemoryRouter([{ path: at, children: routes }], { initialEntries: [path] });
  const user = userEvent.setup(advanceTimers ? { advanceTimers } : {});
  const view = await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <ArchiveProvider value={archive}>
          <SessionProvider
            value={{ username: 'curator', role: 'administrator', signOut: async () => undefined, ...session }}
          >
            <RouterProvider router={router} />
          </SessionProvider>
        </ArchiveProvider>
      </QueryClientProvider>,
    ),
  );
  return { ...view, client, router, user };
}

/** Axe violations in an element, one line each. Skips the contrast rule, which needs a real browser. */
export async function accessibilityProblems(element: Element): Promise<string[]> {
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html}`));
}
