import type { Operation, OperationBody, OperationParams, OperationQuery, OperationResponse } from '@archive/contracts';
import { confirmedId } from './confirmation.ts';
import { ApiError, NO_RESPONSE, problemOf } from './problem.ts';

/** Request time-out (SPEC section 9). */
export const TIMEOUT_MS = 15_000;

/**
 * Method and path of an operation. The type parameter carries the contract's types, so that schemas stay out of the browser bundle and
 * a method or path outside the contract doesn't compile.
 */
export interface Endpoint<C extends Operation> {
  readonly method: C['method'];
  readonly path: C['path'];
}

export function endpoint<C extends Operation>(method: C['method'], path: C['path']): Endpoint<C> {
  return { method, path };
}

/** Headers of requests that change data. */
export interface ChangeOptions {
  /** `If-Match`: ETag of the version being changed. The server responds 412 if it's no longer current. */
  ifMatch?: string | undefined;
  /** `Idempotency-Key`: a repeated request with the same key takes effect once. */
  idempotencyKey?: string | undefined;
}

/** Input of an operation: only the properties that its contract declares. `signal` cancels the request. */
export type RequestInput<C extends Operation> = (C extends { params: unknown }
  ? { params: OperationParams<C> }
  : unknown) &
  (C extends { query: unknown } ? { query?: OperationQuery<C> } : unknown) &
  (C extends { body: unknown } ? { body: OperationBody<C> } : unknown) &
  (C extends { conditional: true } ? Pick<ChangeOptions, 'ifMatch'> : unknown) &
  (C extends { idempotent: true } ? Pick<ChangeOptions, 'idempotencyKey'> : unknown) & { signal?: AbortSignal };

/** One page of a list. `total` counts all matches; with `more`, counting stopped at `total` and there are more. */
export interface Page<T> {
  items: T[];
  total: number;
  more?: boolean;
}

interface Parts extends ChangeOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** The id of the user's confirmation. */
  confirmation?: string;
}

const entriesOf = (value: unknown): [string, unknown][] => Object.entries(value ?? {});
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** The URL of an operation. Empty query parameters are omitted. */
export function urlOf(path: string, { params, query }: Parts): string {
  const values = new Map(entriesOf(params));
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    for (const item of Array.isArray(value) ? value : [value]) if (!isEmpty(item)) search.append(name, String(item));
  }
  return search.size > 0 ? `${filledPath}?${search}` : filledPath;
}

function noResponse(cause: unknown): ApiError {
  const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError';
  const error = new ApiError({
    status: NO_RESPONSE,
    title: isTimeout ? 'Timed out' : 'No connection',
    detail: isTimeout ? 'The server took too long to respond. Try again.' : 'Can’t reach the server. Try again.',
  });
  error.cause = cause;
  return error;
}

function invalidResponse(cause: unknown): ApiError {
  const error = new ApiError({
    status: NO_RESPONSE,
    title: 'Invalid response',
    detail: 'The server sent an invalid response. Try again.',
  });
  error.cause = cause;
  return error;
}

const headersOf = ({ body, ifMatch, idempotencyKey, confirmation }: Parts): Record<string, string> => ({
  accept: 'application/json',
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  ...(confirmation === undefined ? {} : { confirmation }),
});

async function send(method: string, path: string, parts: Parts): Promise<Response> {
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  const url = urlOf(path, parts);
  preparePreloads(method, url);
  const response = await fetch(url, {
    method,
    credentials: 'same-origin',
    headers: headersOf(parts),
    signal: parts.signal ? AbortSignal.any([parts.signal, limit]) : limit,
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
  }).catch((cause: unknown) => {
    if (parts.signal?.aborted) throw cause;
    throw noResponse(cause);
  });
  if (response.ok) {
    storeVoyageEtag(response.headers);
    return response;
  }
  if (response.status === 401 && path !== '/api/auth/login') notifySignedOut();
  const problem = await problemOf(response);
  if (parts.confirmation !== undefined) throw problem;
  return send(method, path, { ...parts, confirmation: await confirmedId(problem) });
}

async function bodyOf<T>(response: Response, signal: AbortSignal | undefined): Promise<T> {
  if (response.status === 204) return undefined as T;
  return (await response.json().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw cause instanceof SyntaxError ? invalidResponse(cause) : noResponse(cause);
  })) as T;
}

/**
 * Sends a request with the session cookie and a 15 s time-out.
 * @throws ApiError for an error response or if there is no response; a 401 also notifies `onSignedOut` listeners
 */
export async function request<C extends Operation>(
  to: Endpoint<C>,
  input: RequestInput<C>,
): Promise<OperationResponse<C>> {
  const parts: Parts = input;
  return bodyOf<OperationResponse<C>>(await send(to.method, to.path, parts), parts.signal);
}

/** A record with its ETag, to send as `ifMatch` with a change. */
export interface WithEtag<T> {
  value: T;
  etag: string | undefined;
}

/** Like `request`, but also returns the ETag of the response. */
export async function requestWithEtag<C extends Operation>(
  to: Endpoint<C>,
  input: RequestInput<C>,
): Promise<WithEtag<OperationResponse<C>>> {
  const parts: Parts = input;
  const response = await send(to.method, to.path, parts);
  const value = await bodyOf<OperationResponse<C>>(response, parts.signal);
  return { value, etag: response.headers.get('etag') ?? undefined };
}

type ItemOf<A> = A extends (infer Item)[] ? Item : never;

/** Like `request`, for a list: returns the items, and the total from `X-Total-Count`. */
export async function requestPage<C extends Operation & { paged: true }>(
  to: Endpoint<C>,
  input: RequestInput<C>,
): Promise<Page<ItemOf<OperationResponse<C>>>> {
  const parts: Parts = input;
  const response = await send(to.method, to.path, parts);
  const items = await bodyOf<ItemOf<OperationResponse<C>>[]>(response, parts.signal);
  const total = Number(response.headers.get('x-total-count') ?? Number.NaN);
  const hasMore = response.headers.get('x-total-count-relation') === 'gt';
  return { items, total: Number.isFinite(total) ? total : items.length, ...(hasMore ? { more: hasMore } : {}) };
}

/** A page uses its preloaded responses for this long after its first request. */
export const PRELOADS_MS = 5000;

let firstRequestAt: number | undefined;

const preloads = () => document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="fetch"]');

/**
 * Called before each request. The browser serves the next request for a preloaded URL from the preload, no matter how old and outdated it
 * is; it can even be a 401 from before signing in. So after the page's start, or when it sends a change, this function fetches all
 * remaining preloaded URLs, which uses up the stale responses.
 */
function preparePreloads(method: string, url: string): void {
  firstRequestAt ??= performance.now();
  const isStarting = method === 'GET' && performance.now() - firstRequestAt < PRELOADS_MS;
  for (const link of preloads()) {
    const address = link.getAttribute('href') ?? '';
    if (isStarting && address !== url) continue;
    link.remove();
    if (!isStarting) void fetch(address, { credentials: 'same-origin' }).catch(() => undefined);
  }
}

type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls `listener` after each 401 response. Returns the unsubscribe function. */
export function onSignedOut(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifySignedOut(): void {
  for (const listener of listeners) listener();
}

/** Response header with a voyage's new ETag after a change of its passengers or media. */
const HEADER = 'x-voyage-etag';
const ETAG = /^(?:W\/)?"(?<record>\d+)\.(?<version>\d+)(?:-[\w-]*)?"$/;

/** Voyage versions that this page created by changing passengers or media, as "record.version". */
const ownVersions = new Set<string>();

/**
 * Stores the version that a change of passengers or media created. Versions
 * increase by one, so nothing else changed since the previous version.
 */
function storeVoyageEtag(headers: { get(name: string): string | null }): void {
  const parts = ETAG.exec(headers.get(HEADER) ?? '')?.groups;
  if (parts) ownVersions.add(`${parts['record']}.${parts['version']}`);
}

/**
 * The ETag to send for a voyage that was read with `etag`. It skips versions that this page created by changing passengers or media, so
 * that only other users' changes cause a conflict.
 */
export function currentEtag(etag: string | undefined): string | undefined {
  const parts = ETAG.exec(etag ?? '')?.groups;
  if (!parts) return etag;
  const read = Number(parts['version']);
  let version = read;
  while (ownVersions.has(`${parts['record']}.${version + 1}`)) version += 1;
  return version === read ? etag : `"${parts['record']}.${version}"`;
}
