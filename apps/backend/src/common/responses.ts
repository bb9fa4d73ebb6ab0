import { hash } from 'node:crypto';
import { MAX_RESPONSE_BYTES, type Operation } from '@archive/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JsonPage, Page, setPageHeaders } from './page.ts';
import { Problem } from './problem.ts';
import { ResponseCache } from './response-cache.ts';

const isJson = (reply: FastifyReply) => /^application\/(?:ld\+)?json\b/.test(String(reply.getHeader('content-type')));

/** Serializer for JSON that the database has already serialized. */
const passThrough = (text: unknown) => String(text);

/** Whether an `If-None-Match` header (a list or `*`) matches an ETag, with the weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const withoutWeakPrefix = (value: string) => value.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((item) => withoutWeakPrefix(item) === withoutWeakPrefix(etag));
}

const MB = 1_000_000;
const MAX_BYTES_PER_CHARACTER = 3;

/** Says so if a response is too large for a page. Old records may have longer texts than forms accept. */
function sizeProblem(json: string, operation: Operation | undefined): Problem | undefined {
  const limit = operation?.responseBytes ?? MAX_RESPONSE_BYTES;
  if (json.length * MAX_BYTES_PER_CHARACTER <= limit) return undefined;
  const bytes = Buffer.byteLength(json);
  if (bytes <= limit) return undefined;
  const size = `This has ${Math.ceil(bytes / MB)} MB, and ${Math.floor(limit / MB)} MB can be shown.`;
  return operation?.paged
    ? new Problem(422, `${size} Ask for fewer items at once with “limit”.`)
    : new Problem(422, `${size} An export (/api/export) has all of it.`);
}

function problemText(request: FastifyRequest, reply: FastifyReply, problem: Problem): string {
  const text = JSON.stringify(problem.document(request.id));
  reply
    .code(problem.getStatus())
    .headers({ 'cache-control': 'no-store', 'content-length': Buffer.byteLength(text) })
    .type('application/problem+json');
  for (const name of ['etag', 'link', 'x-total-count', 'x-total-count-relation']) reply.removeHeader(name);
  return text;
}

/**
 * Shapes all JSON responses. Pages become arrays with headers. Reads get an `ETag`, unless the handler has set one, and return 304 to a
 * client that already has the response.
 */
export function shapeResponses(server: FastifyInstance, cache = new ResponseCache()): void {
  server.addHook('preSerialization', (request, reply, payload, done) => {
    if (payload instanceof Page) {
      setPageHeaders(request, reply, payload);
      done(null, payload.items);
    } else if (payload instanceof JsonPage) {
      setPageHeaders(request, reply, payload);
      reply.serializer(passThrough);
      done(null, payload.json);
    } else if (payload instanceof JsonText) {
      reply.serializer(passThrough).headers(payload.headers);
      if (payload.status !== undefined) reply.code(payload.status);
      if (payload.version !== undefined) reply.header('etag', recordEtag(payload.version, payload.text));
      done(null, payload.text);
    } else {
      done(null, payload);
    }
  });

  server.addHook('onSend', (request, reply, payload, done) => {
    const { operation } = request.routeOptions.config;
    // Downloads too, which are streams.
    if (operation?.noStore && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    if (reply.statusCode !== 200 || !isJson(reply) || typeof payload !== 'string') return done(null, payload);
    // A change that was made must not look like a failure.
    const problem = request.method === 'GET' ? sizeProblem(payload, operation) : undefined;
    if (problem) return done(null, problemText(request, reply, problem));
    const cacheControl = reply.getHeader('cache-control') ?? 'private, no-cache';
    reply.header('cache-control', cacheControl);
    if (cacheControl === 'no-store') return done(null, payload);
    if (request.method !== 'GET' && request.method !== 'HEAD') return done(null, payload);
    const handlerEtag = reply.getHeader('etag');
    const etag = typeof handlerEtag === 'string' ? handlerEtag : `W/"${hash('sha1', payload, 'base64url')}"`;
    if (handlerEtag === undefined) reply.header('etag', etag);
    cache.store(request, reply, payload);
    if (!matchesEtag(request.headers['if-none-match'], etag)) return done(null, payload);
    reply.code(304).removeHeader('content-type').removeHeader('content-length');
    done(null, null);
  });
}

interface JsonTextOptions {
  /** The record's version, for the response's `ETag` (`record-etag.ts`). */
  version?: string;
  headers?: Readonly<Record<string, string>>;
  /** If it isn’t that of the operation. */
  status?: number | undefined;
}

/** JSON that the database has already serialized. It is sent unchanged. */
export class JsonText {
  readonly text: string;
  readonly version: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number | undefined;

  constructor(text: string, { version, headers = {}, status }: JsonTextOptions) {
    this.text = text;
    this.version = version;
    this.headers = headers;
    this.status = status;
  }
}

/** Adds headers to a response. */
export const withHeaders = ({ text, version, headers }: JsonText, extraHeaders: Readonly<Record<string, string>>) =>
  new JsonText(text, { version, headers: { ...headers, ...extraHeaders } });

export const jsonText = (text: string, options: JsonTextOptions = {}) => new JsonText(text, options);

/**
 * The `ETag` of a record is `"<version>-<hash>"`. The version changes with the record and its links; `If-Match` only compares the version.
 * The hash covers the whole response, which may include data of other records (a person's name on a voyage); `If-None-Match` compares both.
 */
export const recordEtag = (version: string, response?: string) =>
  response === undefined ? `"${version}"` : `"${version}-${hash('sha1', response, 'base64url')}"`;

const versionIn = (etag: string) => /^(?:W\/)?"([\d.]+)(?:-[\w-]*)?"$/.exec(etag.trim())?.[1];

/** The `If-Match` header of a request; undefined accepts any version. */
export type ExpectedVersion = string | undefined;

/**
 * Checks that the record still has the version that the client has seen.
 * @param versionKey the ids and versions of the record and its parts, joined by dots: "12.3"
 * @param record the kind of record, for the message: "voyage"
 * @throws Problem 412 with the record's current ETag
 */
export function expectVersion(expected: ExpectedVersion, versionKey: string, record: string): void {
  if (expected === undefined || expected.trim() === '*') return;
  if (expected.split(',').some((etag) => versionIn(etag) === versionKey)) return;
  const etag = recordEtag(versionKey);
  throw new Problem(412, `This ${record} has been changed by someone else since you opened it.`, {
    headers: { etag },
    members: { etag },
  });
}
