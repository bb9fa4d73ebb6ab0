import { useLocation, useRoutes } from '@archive/router';
import { MfeSlot, routesOf } from '@archive/shell-api';
import { NotFoundScreen } from '../screens/not-found-screen.tsx';

/** The pages of one remote, mounted at its registry path. */
export function RemotePages({ name }: { name: string }) {
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
