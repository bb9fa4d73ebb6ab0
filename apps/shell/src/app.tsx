import { QueryClientProvider, type QueryClient } from '@archive/query';
import { Link, Outlet, type RouteObject } from '@archive/router';
import { ArchiveProvider, type Boot } from '@archive/shell-api';
import { LinkProvider, Toaster, type AnchorProps } from '@archive/ui';
import { lazy, Suspense } from 'react';
import { withOverrides } from './federation/overrides.ts';
import type { PageRegistry } from './federation/page-registry.ts';
import { RemotesProvider } from './placement/remotes.tsx';
import { RemotePages } from './federation/remote-pages.tsx';
import { HomePage } from './home/home-page.tsx';
import { ChangesPage } from './changes/lazy.tsx';
import { SearchPage } from './search/lazy.tsx';
import { SessionsPage } from './sessions/lazy.tsx';
import { MicroFrontendsPage } from './micro-frontends/lazy.tsx';
import { Layout } from './layout/layout.tsx';
import { ErrorScreen } from './screens/error-screen.tsx';
import { TagsPage } from './tags/lazy.tsx';
import { SessionGate } from './session/session-gate.tsx';

const InternalLink = ({ href, ...rest }: AnchorProps) => <Link to={href} {...rest} />;

/** Providers around every screen, including login. */
function Root({ boot, client }: { boot: Boot; client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <ArchiveProvider value={boot.archive}>
        <LinkProvider component={InternalLink}>
          <Outlet />
          <Toaster />
        </LinkProvider>
      </ArchiveProvider>
    </QueryClientProvider>
  );
}

const Gallery = lazy(() => import('@archive/ui/gallery').then(({ Gallery: All }) => ({ default: All })));

/** The component gallery, in development only. */
const gallery: RouteObject[] = __DEVELOPMENT__
  ? [
      {
        path: 'gallery',
        element: (
          <Suspense>
            <Gallery />
          </Suspense>
        ),
      },
    ]
  : [];

export interface AppOptions {
  boot: Boot;
  /** The registry this page was opened with, and how to refresh it after sign-in. */
  pageRegistry: PageRegistry;
  refreshRegistry: (current: PageRegistry) => Promise<PageRegistry>;
  client: QueryClient;
  /** Called once a signed-in screen has rendered. */
  onShown: () => void;
}

/** The shell's own routes. All other routes are pages of remotes, at the paths in the registry. */
export function appRoutes({ boot, pageRegistry, refreshRegistry, client, onShown }: AppOptions): RouteObject[] {
  return [
    {
      element: <Root boot={boot} client={client} />,
      errorElement: <ErrorScreen />,
      children: [
        ...gallery,
        {
          element: (
            <SessionGate pageRegistry={pageRegistry} refreshRegistry={refreshRegistry}>
              {(justSignedIn, current) => (
                <RemotesProvider registry={withOverrides(current.registry, current.overrides)}>
                  <Layout pageRegistry={current} justSignedIn={justSignedIn} onShown={onShown} />
                </RemotesProvider>
              )}
            </SessionGate>
          ),
          children: [
            { index: true, element: <HomePage /> },
            { path: 'search', element: <SearchPage /> },
            { path: 'tags', element: <TagsPage /> },
            { path: 'changes', element: <ChangesPage /> },
            { path: 'account/sessions', element: <SessionsPage /> },
            { path: 'ops/frontends', element: <MicroFrontendsPage /> },
            { path: '*', element: <RemotePages /> },
          ],
        },
      ],
    },
  ];
}
