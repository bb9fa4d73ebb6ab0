/**
 * What micro-frontends may use of React Router. A facade, so that the shell provides exactly this to the remotes, once,
 * and so that a remote's routes are plain objects that the shell mounts where the registry says.
 */
export {
  Link,
  NavLink,
  Navigate,
  Outlet,
  ScrollRestoration,
  createBrowserRouter,
  createMemoryRouter,
  createSearchParams,
  generatePath,
  isRouteErrorResponse,
  matchPath,
  matchRoutes,
  redirect,
  useBeforeUnload,
  useBlocker,
  useHref,
  useLocation,
  useMatch,
  useNavigate,
  useNavigation,
  useNavigationType,
  useOutletContext,
  useParams,
  useResolvedPath,
  useRouteError,
  useRoutes,
  useSearchParams,
} from 'react-router';
export type { Blocker, LinkProps, Location, NavLinkProps, NavigateFunction, RouteObject, To } from 'react-router';
export { RouterProvider } from 'react-router/dom';
