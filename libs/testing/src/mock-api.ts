import type { OperationId, Operations } from '@archive/client';
import type { Operation, OperationResponse } from '@archive/contracts';
import { loadOverlays } from '@archive/ui';
import { afterEach, beforeAll, beforeEach } from '@jest/globals';
import { readFile } from 'node:fs/promises';

type AnyOperation = Operations[OperationId];
type RouteOf<C extends Operation> = `${C['method']} ${C['path']}`;
type OperationAt<R, C = AnyOperation> = C extends Operation ? (RouteOf<C> extends R ? C : never) : never;

/** An operation as method and path: `GET /api/voyages/{slug}`. */
export type Route = AnyOperation extends infer C ? (C extends Operation ? RouteOf<C> : never) : never;
type ResponseOf<R extends Route> = OperationResponse<OperationAt<R>>;

/** A recorded request. */
export interface RecordedRequest {
  route: Route;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Reply<R extends Route> = ResponseOf<R> | Response | Promise<Response>;
type Responder = (request: RecordedRequest) => unknown;
type Handler = (request: RecordedRequest) => Promise<Response>;

/** A response with one page of a list and its total. */
export function page<T>(items: T[], total = items.length): Response {
  return Response.json(items, { headers: { 'x-total-count': String(total) } });
}

/** An error response with a problem document. */
export function problem(status: number, detail: string, overrides: Record<string, unknown> = {}): Response {
  const body = { type: 'about:blank', title: 'Error', status, detail, ...overrides };
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } });
}

export const noContent = (): Response => new Response(null, { status: 204 });

/** A request that never gets a response. */
export const pendingForever = (): Promise<Response> => new Promise(() => undefined);

export interface MockApi {
  /** Sets the response of an operation: a value that matches the contract, a `Response`, or a function of the request. */
  respond<R extends Route>(route: R, reply: Reply<R> | ((request: RecordedRequest) => Reply<R>)): void;
  /** Sets the response of all operations for which `respond` wasn't called. */
  otherwise(reply: () => Response | Promise<Response>): void;
  /** Makes all requests fail, as if there were no network. */
  goOffline(): void;
  /** Ends `goOffline`. */
  goOnline(): void;
  /** Requests to an operation, oldest first. */
  requests(route: Route): RecordedRequest[];
}

function pathParams(pattern: string, path: string): Record<string, string> | undefined {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const source = pattern.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)');
  const match = new RegExp(`^${source}$`).exec(path);
  return match
    ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]))
    : undefined;
}

const toResponse = (reply: unknown): Response => {
  if (reply instanceof Response) return reply.clone();
  return Array.isArray(reply) ? page(reply) : Response.json(reply);
};

/**
 * Mocks the server for the tests of a file; call it once at the top. Each test starts without responses. A request for which no response is
 * set fails the test, unless `strict` is false.
 */
export function mockApi({ strict = true } = {}): MockApi {
  const handlers = new Map<Route, Handler>();
  let received: RecordedRequest[] = [];
  let unhandled: string[] = [];
  let isOffline = false;
  let fallback: (() => Response | Promise<Response>) | undefined;
  const realFetch = globalThis.fetch;

  async function mockFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const address = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    const method = init?.method ?? 'GET';
    if (isOffline) throw new TypeError('fetch failed');
    // Files of the build, such as `new URL('./data.json', import.meta.url)`.
    if (address.protocol === 'file:') return new Response(await readFile(address));
    // A path without parameters takes precedence over a path with parameters.
    const routes = [...handlers].sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')));
    for (const [route, handler] of routes) {
      const [routeMethod, pattern] = route.split(' ') as [string, string];
      const params = routeMethod === method ? pathParams(pattern, address.pathname) : undefined;
      if (!params) continue;
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const request = { route, params, query: address.searchParams, body, headers: new Headers(init?.headers) };
      received.push(request);
      return abortable(handler(request), init?.signal);
    }
    if (fallback) return abortable(Promise.resolve(fallback()), init?.signal);
    unhandled.push(`${method} ${address.pathname}`);
    return problem(501, 'The test defines no response for this request.');
  }

  // Runs before fake timers, so that dialogs open immediately, as in a page that has been open for seconds.
  beforeAll(async () => void (await loadOverlays()));
  beforeEach(() => {
    handlers.clear();
    // Every remote that renders sends this report.
    handlers.set('POST /api/frontends/shown', () => Promise.resolve(noContent()));
    // Pages of records list the stories that name them.
    handlers.set('GET /api/stories', () => Promise.resolve(page([])));
    // Forms of records report that they are open.
    handlers.set('PUT /api/curator/editors/{kind}/{slug}', () => Promise.resolve(Response.json({ names: [] })));
    handlers.set('DELETE /api/curator/editors/{kind}/{slug}', () => Promise.resolve(noContent()));
    received = [];
    unhandled = [];
    isOffline = false;
    fallback = undefined;
    globalThis.fetch = mockFetch;
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    if (strict && unhandled.length > 0)
      throw new Error(`Requests without a response: ${[...new Set(unhandled)].join(', ')}`);
  });

  return {
    respond(route, reply) {
      const responder: Responder = typeof reply === 'function' ? (reply as Responder) : () => reply;
      handlers.set(route, async (request) => toResponse(await responder(request)));
    },
    otherwise: (reply) => {
      fallback = reply;
    },
    goOffline: () => {
      isOffline = true;
    },
    goOnline: () => {
      isOffline = false;
    },
    requests: (route) => received.filter((request) => request.route === route),
  };
}

function abortable(response: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return response;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  return Promise.race([response, aborted]);
}
