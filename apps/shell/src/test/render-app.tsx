import { createQueryClient } from '@archive/api-client';
import { type Boot, CONTRACT, installRemoteHost, type MfeModule } from '@archive/shell-api';
import { HomeDetail } from '@archive/shell-api/home-detail';
import { createMemoryRouter, RouterProvider } from '@archive/router';
import { archiveSettings, aRegistry, type MockApi } from '@archive/testing';
import { act, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { appRoutes } from '../app.tsx';
import type { Override } from '../federation/overrides.ts';

// jsdom has no page to scroll.
window.scrollTo = () => undefined;

export interface AppOptions {
  boot?: Partial<Boot>;
  overrides?: Override[];
  /** The `advanceTimersByTime` of fake timers, if they are used. */
  advanceTimers?: (ms: number) => void;
}

/** Renders the full app at a path. */
export async function renderApp(path: string, { boot, overrides = [], advanceTimers }: AppOptions = {}) {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  const opened: Boot = { registry: aRegistry(), archive: archiveSettings(), ...boot };
  const router = createMemoryRouter(
    appRoutes({
      boot: opened,
      pageRegistry: { registry: opened.registry, overrides },
      refreshRegistry: (before) => Promise.resolve(before),
      client,
      onShown: () => undefined,
    }),
    {
      initialEntries: [path],
    },
  );
  const user = userEvent.setup(advanceTimers ? { advanceTimers } : {});
  const view = await act(async () => render(<RouterProvider router={router} />));
  return { ...view, client, router, user };
}

/** Content of the people remote for its card on Home. */
const fills: MfeModule['fills'] = {
  'home-card': async () => ({
    component: ({ day }) => (
      <HomeDetail day={day}>{({ busiest_person: person }) => <p>{person?.full_name ?? 'Nobody'}</p>}</HomeDetail>
    ),
  }),
};

/** Mocks a signed-in session without imports, and remotes without pages. */
export function signedIn(api: MockApi): void {
  installRemoteHost({
    load: async (remote) => ({ contract: CONTRACT, routes: [], ...(remote === 'people' ? { fills } : {}) }),
    versionOf: () => '1.0.0',
  });
  localStorage.setItem('authenticated', 'true');
  api.respond('GET /api/auth/session', { authenticated: true, username: 'curator', role: 'administrator' });
  api.respond('GET /api/curator/ingest-status', { operations: [] });
  api.respond('GET /api/proposals', { open: 0, total: 0, proposals: [] });
  api.respond('GET /api/home', {
    voyage_of_the_day: null,
    busiest_person: null,
    newest_photograph: null,
    newest_pictures: [],
    decades: [],
  });
  api.respond('GET /api/curator/archive-setup', { is_empty: false, has_sample: true, earlier_work: null });
  api.respond('GET /mfe/registry.json', aRegistry());
}
