import { QueryClientProvider, type QueryClient } from '@archive/query';
import { Link, Outlet, type RouteObject } from '@archive/router';
import { ArchiveProvider, type Boot } from '@archive/shell-api';
import { LinkProvider, Toaster, type AnchorProps } from '@archive/ui';
import { lazy, Suspense } from 'react';
import type { Seen } from './federation/seen.ts';
import { RemotePages } from './federation/remote-pages.tsx';
import { HomePage } from './home/home-page.tsx';
import { FrontEndsPage } from './front-ends/lazy.tsx';
import { Layout } from './layout/layout.tsx';
import { FailureScreen } from './screens/failure-screen.tsx';
import { NotFoundScreen } from './screens/not-found-screen.tsx';
import { SessionGate } from './session/session-gate.tsx';

const InternalLink = ({ href, ...rest }: AnchorProps) => <Link to={href} {...rest} />;

/** What every screen stands in, the login screen too. */
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

/** Every component of the library in every state, while developing. */
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
  /** What the page was opened with, and how to look again once somebody has signed in. */
  seen: Seen;
  seeAnew: (before: Seen) => Promise<Seen>;
  client: QueryClient;
  /** The archive is on the screen of somebody signed in. */
  onShown: () => void;
}

/** All addresses of the archive: the shell's own, and one place for each remote that the registry names. */
export function appRoutes({ boot, seen, seeAnew, client, onShown }: AppOptions): RouteObject[] {
  const remotes = Object.entries(boot.registry.apps).map(([name, { path }]) => ({
    path: `${path.slice(1)}/*`,
    element: <RemotePages key={name} name={name} />,
  }));
  return [
    {
      element: <Root boot={boot} client={client} />,
      errorElement: <FailureScreen />,
      children: [
        ...gallery,
        {
          element: (
            <SessionGate seen={seen} seeAnew={seeAnew}>
              {(entered, now) => <Layout seen={now} entered={entered} onShown={onShown} />}
            </SessionGate>
          ),
          children: [
            { index: true, element: <HomePage /> },
            ...remotes,
            { path: 'ops/frontends', element: <FrontEndsPage /> },
            { path: '*', element: <NotFoundScreen /> },
          ],
        },
      ],
    },
  ];
}
