import type { Access, Operation } from '@archive/contracts';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { Problem } from './problem.ts';

/** Metadata of a route, set by `@Contract` and `@Access`. */
export interface RouteMetadata {
  /** Who may use the route. Without it, everyone who is signed in may read, and only administrators may do anything else. */
  access?: Access;
  /** Whether scripts of any origin may read the response (CORS without credentials). */
  anyOrigin?: boolean;
  operation?: Operation;
  /** Body limit in bytes. */
  bodyLimit?: number;
  /** Seconds within which the response must start. */
  responseTimeoutSeconds?: number;
}

declare module 'fastify' {
  interface FastifyContextConfig extends RouteMetadata {}
  interface FastifyInstance {
    /** All routes, in order of registration. */
    routeTable: Route[];
  }
}

export interface Route extends RouteMetadata {
  access: Access;
  methods: string[];
  url: string;
  pattern: RegExp;
}

/** Whether a route is a wildcard. Wildcards also match unknown URLs, so they don't reveal which methods a URL supports. */
const isCatchAll = (url: string) => url === '*' || url === '/*';

const literal = (text: string) => text.replaceAll(/[^\w-]/g, String.raw`\$&`);

function pattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part === '*' ? '.*' : part.startsWith(':') ? '[^/]+' : literal(part)))
    .join('/');
  return new RegExp(`^${source}/?$`);
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';

/** Records all routes, completes who may use them, and applies their body limits. Call it before any route is registered. */
export function recordRoutes(server: FastifyInstance): void {
  server.decorate('routeTable', []);
  server.addHook('onRoute', (route: RouteOptions) => {
    const { operation, bodyLimit, responseTimeoutSeconds } = route.config ?? {};
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit;
    const methods = [route.method].flat();
    const access = route.config?.access ?? (methods.every(isRead) ? 'reader' : 'administrator');
    route.config = { ...route.config, access };
    server.routeTable.push({
      methods,
      url: route.url,
      pattern: pattern(route.url),
      access,
      operation,
      bodyLimit,
      responseTimeoutSeconds,
    });
  });
}

/** The 405 error for a URL that supports other methods; undefined if it supports none. */
export function methodNotAllowed(request: FastifyRequest): Problem | undefined {
  if (!request.is404 && !isCatchAll(request.routeOptions.url ?? '')) return undefined;
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = request.server.routeTable
    .filter((route) => !isCatchAll(route.url) && route.pattern.test(path))
    .flatMap((route) => route.methods);
  if (methods.length === 0 || methods.includes(request.method)) return undefined;
  return new Problem(405, 'This address does not support that method.', {
    headers: { allow: [...new Set(methods)].join(', ') },
  });
}
