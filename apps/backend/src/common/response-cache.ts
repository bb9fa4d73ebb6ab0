import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type {} from './request-session.ts';

/** Size of the cache, in characters. */
const MAX_CACHE_CHARACTERS = 16 * 1024 * 1024;
const MAX_ENTRY_CHARACTERS = 2 * 1024 * 1024;
/** Responses are cached only when no record has changed for this long. */
const QUIET_MS = 50;

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
  changes: string;
  headers: ResponseHeaders;
  body: string;
}

/**
 * Responses of operations that read records alone (`cacheable` in their contract), each valid until any record changes. The number
 * of changes comes with the session lookup, from the database that the response would come from: a cached response is never older
 * than the request, whichever process made the change. While records keep changing, nothing is cached: an entry would expire
 * before the next request, and cost V8 an old-generation collection.
 */
export class ResponseCache {
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHE_CHARACTERS,
    maxEntrySize: MAX_ENTRY_CHARACTERS,
    sizeCalculation: ({ body }, address) => body.length + address.length + 500,
  });
  readonly #quietMs: number;
  #changes: string | undefined;
  /** When this number of changes was first seen, by `performance.now()`. */
  #since = 0;

  constructor(quietMs = QUIET_MS) {
    this.#quietMs = quietMs;
  }

  find(request: FastifyRequest): CachedResponse | undefined {
    if (!isCacheable(request)) return undefined;
    const response = this.#responses.get(request.url);
    return response?.changes === request.changes ? response : undefined;
  }

  store(request: FastifyRequest, reply: FastifyReply, body: string): void {
    const { url, changes } = request;
    if (!isCacheable(request) || changes === null || this.#responses.get(url)?.changes === changes) return;
    if (!this.#isQuietAt(changes)) return;
    const headers: ResponseHeaders = {};
    for (const name of RESPONSE_HEADERS) if (reply.hasHeader(name)) headers[name] = reply.getHeader(name);
    this.#responses.set(url, { changes, headers, body });
  }

  #isQuietAt(changes: string): boolean {
    const now = performance.now();
    if (changes !== this.#changes) {
      this.#changes = changes;
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
