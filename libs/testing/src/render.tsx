import type { ArchiveSettings } from '@archive/contracts';
import { QueryClient, QueryClientProvider } from '@archive/query';
import { createMemoryRouter, RouterProvider, type RouteObject } from '@archive/router';
import { ArchiveProvider, SessionProvider, type SessionValue } from '@archive/shell-api';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { archiveSettings } from './builders.ts';

export interface RenderOptions {
  /** Where the shell mounts the routes, such as `/voyages`; `/` unless said. */
  at?: string;
  archive?: ArchiveSettings;
  session?: Partial<SessionValue>;
  /** Given to `userEvent.setup`: with fake timers, their `advanceTimersByTime`. */
  advanceTimers?: (ms: number) => void;
}

/** A cache that forgets nothing and tries nothing twice. */
export const testQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Infinity, staleTime: 60_000 } } });

/**
 * Shows a whole route as a person meets it, under what the shell puts around a remote: router, cache, session, archive.
 * `path` is the whole address, `/voyages?q=Trudeau`.
 */
export async function renderRoute(routes: RouteObject[], path: string, options: RenderOptions = {}) {
  const { at = '/', archive = archiveSettings(), session, advanceTimers } = options;
  const client = testQueryClient();
  const router = createMemoryRouter([{ path: at, children: routes }], { initialEntries: [path] });
  const user = userEvent.setup(advanceTimers ? { advanceTimers } : {});
  const view = await act(async () =>
    render(
      <QueryClientProvider client={client}>
        <ArchiveProvider value={archive}>
          <SessionProvider value={{ username: 'curator', signOut: async () => undefined, ...session }}>
            <RouterProvider router={router} />
          </SessionProvider>
        </ArchiveProvider>
      </QueryClientProvider>,
    ),
  );
  return { ...view, client, router, user };
}
