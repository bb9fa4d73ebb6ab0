/**
 * The parts of React Router that micro-frontends may use. A facade, so that the shell shares exactly these with the remotes, as a single
 * instance, and so that a remote's routes are plain objects that the shell mounts at the path in the registry.
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
