import type {
  albumCalls,
  authCalls,
  Call,
  CallAnswer,
  frontendCalls,
  historyCalls,
  homeCalls,
  ingestCalls,
  mediaCalls,
  mergeCalls,
  peopleCalls,
  personPageCalls,
  presidentCalls,
  searchCalls,
  severalMediaCalls,
  storageCalls,
  timelineCalls,
  uploadCalls,
  voyageCalls,
} from '@archive/contracts';
import { afterEach, beforeEach } from '@jest/globals';

type Domains = [
  typeof albumCalls,
  typeof authCalls,
  typeof frontendCalls,
  typeof historyCalls,
  typeof homeCalls,
  typeof ingestCalls,
  typeof mediaCalls,
  typeof mergeCalls,
  typeof peopleCalls,
  typeof personPageCalls,
  typeof presidentCalls,
  typeof searchCalls,
  typeof severalMediaCalls,
  typeof storageCalls,
  typeof timelineCalls,
  typeof uploadCalls,
  typeof voyageCalls,
][number];
type CallsOf<D> = D extends unknown ? D[keyof D] : never;
type AnyCall = Extract<CallsOf<Domains>, Call>;
type RouteOf<C extends Call> = `${C['method']} ${C['path']}`;
type CallAt<R, C = AnyCall> = C extends Call ? (RouteOf<C> extends R ? C : never) : never;

/** A call of the contract, as `GET /api/voyages/{slug}`. */
export type Route = AnyCall extends infer C ? (C extends Call ? RouteOf<C> : never) : never;
type Answer<R extends Route> = CallAnswer<CallAt<R>>;

/** A call as the page made it. */
export interface MadeCall {
  route: Route;
  params: Record<string, string>;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Reply<R extends Route> = Answer<R> | Response | Promise<Response>;
type AnswerCall = (call: MadeCall) => unknown;
type Handler = (call: MadeCall) => Promise<Response>;

/** A page of a list, with its total beside it. */
export function page<T>(items: T[], total = items.length): Response {
  return Response.json(items, { headers: { 'x-total-count': String(total) } });
}

/** A refusal as the server words it. */
export function problem(status: number, detail: string, more: Record<string, unknown> = {}): Response {
  const body = { type: 'about:blank', title: 'Refused', status, detail, ...more };
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } });
}

export const noContent = (): Response => new Response(null, { status: 204 });

/** An answer that never comes. */
export const never = (): Promise<Response> => new Promise(() => undefined);

export interface MockApi {
  /** Sets what a call is answered with from now on: a value of the contract, a `Response`, or a function of the call. */
  answer<R extends Route>(route: R, reply: Reply<R> | ((call: MadeCall) => Reply<R>)): void;
  /** Answers every call that nothing else is said about. Its use is in tests that are about any call. */
  otherwise(reply: () => Response | Promise<Response>): void;
  /** From now on, nothing answers: as with the cable pulled. */
  away(): void;
  /** The end of `away`. */
  back(): void;
  /** The calls made of one route, oldest first. */
  calls(route: Route): MadeCall[];
}

function match(pattern: string, path: string): Record<string, string> | undefined {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const source = pattern.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '([^/]+)');
  const found = new RegExp(`^${source}$`).exec(path);
  return found
    ? Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]))
    : undefined;
}

const toResponse = (reply: unknown): Response => {
  if (reply instanceof Response) return reply.clone();
  return Array.isArray(reply) ? page(reply) : Response.json(reply);
};

/**
 * Stands in for the server in the tests of a file: call it once, at the top. Each test begins with no answers. A call that no answer
 * was set for fails the test, after it, unless `strict` is false.
 */
export function mockApi({ strict = true } = {}): MockApi {
  const handlers = new Map<Route, Handler>();
  let made: MadeCall[] = [];
  let unanswered: string[] = [];
  let isAway = false;
  let fallback: (() => Response | Promise<Response>) | undefined;
  const realFetch = globalThis.fetch;

  async function mockFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const address = new URL(input instanceof Request ? input.url : String(input), 'http://localhost');
    const method = init?.method ?? 'GET';
    if (isAway) throw new TypeError('fetch failed');
    // A path without parameters is meant before one where a parameter would fit.
    const routes = [...handlers].sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')));
    for (const [route, handler] of routes) {
      const [routeMethod, pattern] = route.split(' ') as [string, string];
      const params = routeMethod === method ? match(pattern, address.pathname) : undefined;
      if (!params) continue;
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      const call = { route, params, query: address.searchParams, body, headers: new Headers(init?.headers) };
      made.push(call);
      return abortable(handler(call), init?.signal);
    }
    if (fallback) return abortable(Promise.resolve(fallback()), init?.signal);
    unanswered.push(`${method} ${address.pathname}`);
    return problem(501, 'The test gives no answer to this call.');
  }

  beforeEach(() => {
    handlers.clear();
    made = [];
    unanswered = [];
    isAway = false;
    fallback = undefined;
    globalThis.fetch = mockFetch;
  });
  afterEach(() => {
    globalThis.fetch = realFetch;
    if (strict && unanswered.length > 0)
      throw new Error(`Calls without an answer: ${[...new Set(unanswered)].join(', ')}`);
  });

  return {
    answer(route, reply) {
      const answer: AnswerCall = typeof reply === 'function' ? (reply as AnswerCall) : () => reply;
      handlers.set(route, async (call) => toResponse(await answer(call)));
    },
    otherwise: (reply) => {
      fallback = reply;
    },
    away: () => {
      isAway = true;
    },
    back: () => {
      isAway = false;
    },
    calls: (route) => made.filter((call) => call.route === route),
  };
}

function abortable(answer: Promise<Response>, signal: AbortSignal | null | undefined): Promise<Response> {
  if (!signal) return answer;
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  return Promise.race([answer, aborted]);
}
