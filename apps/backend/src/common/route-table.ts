import type { Call } from '@archive/contracts';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Problem } from './problem.ts';

/** What a route of this server says of itself; `@Contract` and `@Public` write it. */
export interface RouteMarks {
  /** Open to people who have not signed in. Without it a route is closed. */
  open?: boolean;
  call?: Call;
  /** Bytes of the body. */
  bodyLimit?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteMarks {}
  interface FastifyInstance {
    /** Every route of the server, in order of registration. */
    routeTable: Route[];
  }
}

export interface Route extends RouteMarks {
  methods: string[];
  url: string;
  matches: RegExp;
}

/** Wildcards answer for what no route knows, so they say nothing on which methods an address takes. */
const isCatchAll = (url: string) => url === '*' || url === '/*';

const literal = (text: string) => text.replaceAll(/[^\w-]/g, String.raw`\$&`);

function pattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : literal(part)))
    .join('/');
  return new RegExp(`^${source}/?$`);
}

/** Keeps the table of all routes, and applies a route's own limit of its body. Before any route is registered. */
export function keepRouteTable(server: FastifyInstance): void {
  server.decorate('routeTable', []);
  server.addHook('onRoute', (route: RouteOptions) => {
    const { open, call, bodyLimit } = route.config ?? {};
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
    const methods = [route.method].flat();
    server.routeTable.push({ methods, url: route.url, matches: pattern(route.url), open, call, bodyLimit });
  });
}

/** The 405 of an address that exists for other methods than the request's; undefined where it exists for none. */
export function notAllowed(request: FastifyRequest): Problem | undefined {
  if (!request.is404 && !isCatchAll(request.routeOptions.url ?? '')) return undefined;
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = request.server.routeTable
    .filter((route) => !isCatchAll(route.url) && route.matches.test(path))
    .flatMap((route) => route.methods);
  if (methods.length === 0 || methods.includes(request.method)) return undefined;
  return new Problem(405, 'This address does not take that kind of request.', {
    headers: { allow: [...new Set(methods)].join(', ') },
  });
}
