import { Link, type RouteObject, useLocation, useRoutes } from '@archive/router';
import { MfeSlot, recordRoutesOf, routesOf, usePageTitle } from '@archive/shell-api';
import { linkClass } from '@archive/ui';
import { useNavigation } from '../navigation.ts';
import { useRemotes } from '../placement/remotes.tsx';

type ReadRoutes = (module: unknown) => RouteObject[];

/** The pages of all remotes, each at its paths in the registry. */
export function RemotePages() {
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
