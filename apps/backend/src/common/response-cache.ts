import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

/** Size of the cache, in characters. */
const MAX_CACHE_CHARACTERS = 16 * 1024 * 1024;
const MAX_ENTRY_CHARACTERS = 2 * 1024 * 1024;
/** Responses are cached only if no record has changed for this long. */
const MIN_UNCHANGED_MS = 50;

/** Headers that describe the response rather than the request. */
const RESPONSE_HEADERS = [
  'content-type',
  'cache-control',
  'etag',
  'link',
  'x-total-count',
  'x-total-count-relation',
] as const;

type ResponseHeaders = Record<string, number | string | string[] | undefined>;

interface CachedResponse {
  changeCount: string;
  headers: ResponseHeaders;
  body: string;
}

/**
 * Caches responses of operations that only read records (`cacheable` in their contract). Each response is valid until any record
 * changes. The session lookup also reads the change counter from the database, so a cached response is never older than the request, no
 * matter which process made a change. While records keep changing, nothing is cached: an entry would be invalid before the next request,
 * and cost V8 an old-generation garbage collection.
 */
export class ResponseCache {
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHE_CHARACTERS,
    maxEntrySize: MAX_ENTRY_CHARACTERS,
    sizeCalculation: ({ body }, url) => body.length + url.length + 500,
  });
  readonly #quietMs: number;
  #changeCount: string | undefined;
  /** When the current change count was first seen, as `performance.now()`. */
  #since = 0;

  constructor(quietMs = MIN_UNCHANGED_MS) {
    this.#quietMs = quietMs;
  }

  find(request: FastifyRequest): CachedResponse | undefined {
    if (!isCacheable(request)) return undefined;
    const response = this.#responses.get(request.url);
    return response?.changeCount === request.changeCount ? response : undefined;
  }

  store(request: FastifyRequest, reply: FastifyReply, body: string): void {
    const { url, changeCount } = request;
    if (!isCacheable(request) || changeCount === null || this.#responses.get(url)?.changeCount === changeCount) return;
    if (!this.#isQuietAt(changeCount)) return;
    const headers: ResponseHeaders = {};
    for (const name of RESPONSE_HEADERS) if (reply.hasHeader(name)) headers[name] = reply.getHeader(name);
    this.#responses.set(url, { changeCount, headers, body });
  }

  #isQuietAt(changeCount: string): boolean {
    const now = performance.now();
    if (changeCount !== this.#changeCount) {
      this.#changeCount = changeCount;
      this.#since = now;
    }
    return now - this.#since >= this.#quietMs;
  }
}

const isCacheable = ({ method, routeOptions }: FastifyRequest) =>
  method === 'GET' && routeOptions.config.operation?.cacheable === true;

/** Serves cached responses. Register it after the session guard. */
export function serveFromCache(server: FastifyInstance, cache: ResponseCache): void {
  server.addHook('onRequest', async (request, reply) => {
    const response = cache.find(request);
    if (response) return reply.headers(response.headers).send(response.body);
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, or the name of a token; null on public routes. */
    username: string | null;
    /** Number of changes to the archive's records so far, read together with the session; null on public routes. */
    changeCount: string | null;
  }
}
