import { type RouteObject, useLocation, useRoutes } from '@archive/router';
import { MfeSlot, recordRoutesOf, routesOf } from '@archive/shell-api';
import { NotFoundScreen } from '../screens/not-found-screen.tsx';
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
