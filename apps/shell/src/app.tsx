import { QueryClientProvider, type QueryClient } from '@archive/query';
import { Link, Outlet, type RouteObject } from '@archive/router';
import { ArchiveProvider, type Boot } from '@archive/shell-api';
import { LinkProvider, Toaster, type AnchorProps, lazyComponent } from '@archive/ui';
import { withOverrides } from './federation/overrides.ts';
import type { PageRegistry } from './federation/page-registry.ts';
import { RemotesProvider } from './placement/remotes.tsx';
import { RemotePages } from './federation/remote-pages.tsx';
import { HomePage } from './home/home-page.tsx';
import { Layout } from './layout/layout.tsx';
import { ErrorScreen, LoadingPage } from './screens/screens.tsx';
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

/** Pages that load when they are opened, because few visitors need them. */
const ChangesPage = lazyComponent(
  () => import('./changes/changes-page.tsx'),
  'ChangesPage',
  <LoadingPage label="Loading changes..." />,
);
const MicroFrontendsPage = lazyComponent(
  () => import('./micro-frontends/micro-frontends-page.tsx'),
  'MicroFrontendsPage',
  <LoadingPage label="Loading micro-frontends..." />,
);
const SearchPage = lazyComponent(
  () => import('./search/search-page.tsx'),
  'SearchPage',
  <LoadingPage label="Loading search..." />,
);
const SessionsPage = lazyComponent(
  () => import('./sessions/sessions-page.tsx'),
  'SessionsPage',
  <LoadingPage label="Loading devices..." />,
);
const TagsPage = lazyComponent(
  () => import('./tags/tags-page.tsx'),
  'TagsPage',
  <LoadingPage label="Loading tags..." />,
);
const SystemPage = lazyComponent(
  () => import('./system/system-page.tsx'),
  'SystemPage',
  <LoadingPage label="Loading system status..." />,
);
const SecurityLogPage = lazyComponent(
  () => import('./system/security-log-page.tsx'),
  'SecurityLogPage',
  <LoadingPage label="Loading security log..." />,
);
const RunbookPage = lazyComponent(
  () => import('./system/runbook-page.tsx'),
  'RunbookPage',
  <LoadingPage label="Loading runbook..." />,
);
const TokensPage = lazyComponent(
  () => import('./tokens/tokens-page.tsx'),
  'TokensPage',
  <LoadingPage label="Loading tokens..." />,
);
const Gallery = lazyComponent(() => import('@archive/ui/gallery'), 'Gallery');

/** The component gallery, in development only. */
const gallery: RouteObject[] = __DEVELOPMENT__
  ? [
      {
        path: 'gallery',
        element: <Gallery />,
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
            { path: 'account/tokens', element: <TokensPage /> },
            { path: 'ops', element: <SystemPage /> },
            { path: 'ops/security', element: <SecurityLogPage /> },
            { path: 'ops/runbook', element: <RunbookPage /> },
            { path: 'ops/frontends', element: <MicroFrontendsPage /> },
            { path: '*', element: <RemotePages /> },
          ],
        },
      ],
    },
  ];
}
