import { useLocation, useRoutes } from '@archive/router';
import { MfeSlot, routesOf } from '@archive/shell-api';
import { NotFoundScreen } from '../screens/not-found-screen.tsx';
import { useRemotes } from '../placement/remotes.tsx';

/** The pages of all remotes, each at its path in the registry. */
export function RemotePages() {
  const remotes = useRemotes().map(({ name, path }) => ({
    path: `${path.slice(1)}/*`,
    element: <PagesOf key={name} name={name} />,
  }));
  return useRoutes([...remotes, { path: '*', element: <NotFoundScreen /> }]);
}

function PagesOf({ name }: { name: string }) {
  const { pathname } = useLocation();
  return (
    <MfeSlot remote={name} exposed="./routes" resetKey={pathname}>
      {(module) => <Pages module={module} />}
    </MfeSlot>
  );
}

function Pages({ module }: { module: unknown }) {
  return useRoutes([...routesOf(module), { path: '*', element: <NotFoundScreen /> }]);
}
