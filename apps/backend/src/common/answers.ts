import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { JsonText } from './json-text.ts';
import { KeptAnswers } from './kept-answers.ts';
import { describePage, JsonPage, Page } from './page.ts';
import { recordTag } from './record-tag.ts';

const isJson = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json');

/** JSON that the database has made is not made once more. */
const asItIs = (text: unknown) => String(text);

/** RFC 9110, 13.1.2: the weak comparison, over a list or `*`. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag));
}

/**
 * What holds for every JSON answer: pages become arrays with their headers, reads carry an `ETag` (the handler's own where it
 * set one) and answer 304 to whoever has it already.
 */
export function shapeAnswers(server: FastifyInstance, kept = new KeptAnswers()): void {
  server.addHook('preSerialization', (request, reply, payload, done) => {
    if (payload instanceof Page) {
      describePage(request, reply, payload);
      done(null, payload.items);
    } else if (payload instanceof JsonPage) {
      describePage(request, reply, payload);
      reply.serializer(asItIs);
      done(null, payload.json);
    } else if (payload instanceof JsonText) {
      reply.serializer(asItIs).headers(payload.headers);
      if (payload.version !== undefined) reply.header('etag', recordTag(payload.version, payload.text));
      done(null, payload.text);
    } else {
      done(null, payload);
    }
  });

  server.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || !isJson(reply) || typeof payload !== 'string') return done(null, payload);
    const { call } = request.routeOptions.config;
    const caching = reply.getHeader('cache-control') ?? (call?.fleeting ? 'no-store' : 'private, no-cache');
    reply.header('cache-control', caching);
    if (caching === 'no-store') return done(null, payload);
    if (request.method !== 'GET' && request.method !== 'HEAD') return done(null, payload);
    const own = reply.getHeader('etag');
    const etag = typeof own === 'string' ? own : `W/"${hash('sha1', payload, 'base64url')}"`;
    if (own === undefined) reply.header('etag', etag);
    kept.keep(request, reply, payload);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}
