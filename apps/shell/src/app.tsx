import type { Access } from '@archive/contracts';
import { QueryClientProvider, type QueryClient } from '@archive/query';
import { Link, Navigate, Outlet, type RouteObject, useLocation, useRoutes } from '@archive/router';
import {
  Allowed,
  ArchiveProvider,
  type Boot,
  MfeSlot,
  recordRoutesOf,
  routesOf,
  usePageTitle,
} from '@archive/shell-api';
import { LinkProvider, Toaster, type AnchorProps, lazyComponent, linkClass } from '@archive/ui';
import { withOverrides } from './federation/overrides.ts';
import type { PageRegistry } from './federation/page-registry.ts';
import { RemotesProvider, useRemotes } from './placement/remotes.tsx';
import { HomePage } from './home/home-page.tsx';
import { Layout } from './layout/layout.tsx';
import { ErrorScreen, LoadingPage, LoadingScreen } from './screens/screens.tsx';
import { SessionGate } from './session/session-gate.tsx';
import { useNavigation } from './navigation.ts';
import type { ReactNode } from 'react';

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
const AccountsPage = lazyComponent(
  () => import('./accounts/accounts-page.tsx'),
  'AccountsPage',
  <LoadingPage label="Loading accounts..." />,
);
const InvitationPage = lazyComponent(
  () => import('./accounts/invitation-page.tsx'),
  'InvitationPage',
  <LoadingScreen unavailable={false} />,
);
const ProfilePage = lazyComponent(
  () => import('./accounts/profile-page.tsx'),
  'ProfilePage',
  <LoadingPage label="Loading your account..." />,
);
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
const EditionPage = lazyComponent(
  () => import('./edition/edition-page.tsx'),
  'EditionPage',
  <LoadingPage label="Loading editions..." />,
);
const ProposalsPage = lazyComponent(
  () => import('./proposals/proposals-page.tsx'),
  'ProposalsPage',
  <LoadingPage label="Loading proposals..." />,
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

const allowed = (access: Access, page: ReactNode) => <Allowed access={access}>{page}</Allowed>;

/** The shell's own routes. All other routes are pages of remotes, at the paths in the registry. */
export function appRoutes({ boot, pageRegistry, refreshRegistry, client, onShown }: AppOptions): RouteObject[] {
  return [
    {
      element: <Root boot={boot} client={client} />,
      errorElement: <ErrorScreen />,
      children: [
        ...gallery,
        { path: 'invitation', element: <InvitationPage /> },
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
            { path: 'login', element: <Navigate to="/" replace /> },
            { path: 'search', element: <SearchPage /> },
            { path: 'tags', element: <TagsPage /> },
            { path: 'changes', element: <ChangesPage /> },
            { path: 'account', element: <ProfilePage /> },
            { path: 'account/sessions', element: <SessionsPage /> },
            { path: 'account/proposals', element: allowed('contributor', <ProposalsPage />) },
            { path: 'account/tokens', element: <TokensPage /> },
            { path: 'publishing', element: allowed('curator', <EditionPage />) },
            { path: 'ops', element: allowed('operator', <SystemPage />) },
            { path: 'ops/accounts', element: allowed('administrator', <AccountsPage />) },
            { path: 'ops/security', element: allowed('operator', <SecurityLogPage />) },
            { path: 'ops/runbook', element: allowed('operator', <RunbookPage />) },
            { path: 'ops/frontends', element: allowed('operator', <MicroFrontendsPage />) },
            { path: '*', element: <RemotePages /> },
          ],
        },
      ],
    },
  ];
}

type ReadRoutes = (module: unknown) => RouteObject[];

/** The pages of all remotes, each at its paths in the registry. */
function RemotePages() {
  const remotes = useRemotes().flatMap(({ name, path, record_path }) => [
    { path: `${path.slice(1)}/*`, element: <PagesOf key={path} name={name} routes={routesOf} /> },
    ...(record_path === undefined
      ? []
      : [
          {
            path: `${record_path.slice(1)}/*`,
            element: <PagesOf key={record_path} name={name} routes={recordRoutesOf} />,
          },
        ]),
  ]);
  return useRoutes([...remotes, { path: '*', element: <NotFoundScreen /> }]);
}

function PagesOf({ name, routes }: { name: string; routes: ReadRoutes }) {
  const { pathname } = useLocation();
  return (
    <MfeSlot remote={name} exposed="./routes" resetKey={pathname}>
      {(module) => <Pages routes={routes(module)} />}
    </MfeSlot>
  );
}

function Pages({ routes }: { routes: RouteObject[] }) {
  return useRoutes([...routes, { path: '*', element: <NotFoundScreen /> }]);
}

/** Shown for unknown routes. */
function NotFoundScreen() {
  usePageTitle('Page not found');
  const { all } = useNavigation();
  return (
    <div className="max-w-measure py-10">
      <p className="text-13 tracking-caps text-faded uppercase">404</p>
      <h1 className="mt-2 font-serif text-35">Page not found</h1>
      <p className="mt-3 text-17 text-faded">There’s no page at this address. Try one of these:</p>
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        {all.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={linkClass()}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
