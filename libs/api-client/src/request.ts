import type { Call, CallAnswer, CallBody, CallParams, CallQuery } from '@archive/contracts';
import { ApiError, NO_ANSWER, problemOf } from './problem.ts';
import { announceSignedOut } from './signed-out.ts';
import { noteVoyageTag } from './voyage-tags.ts';

/** A call gives up after this long (SPEC section 9). */
export const TIME_OUT_MS = 15_000;

/**
 * A call of the contract as the browser needs it: method and path. The schemas stay on the server; the type parameter keeps
 * them as types, and refuses a method or path that the contract does not have.
 */
export interface Endpoint<C extends Call> {
  readonly method: C['method'];
  readonly path: C['path'];
}

export function endpoint<C extends Call>(method: C['method'], path: C['path']): Endpoint<C> {
  return { method, path };
}

/** What a change may say beside its parts: the tag that it was made from, and the name under which it may be repeated. */
export interface ChangeTerms {
  /** `If-Match`: the tag of the record that was changed; 412 when that has changed since (01-decisions, API conventions). */
  ifMatch?: string | undefined;
  /** `Idempotency-Key`: the same request under the same key is done once. */
  repeatKey?: string | undefined;
}

/** What a call takes: only the parts that its contract has. `signal` ends it early. */
export type RequestInput<C extends Call> = (C extends { params: unknown } ? { params: CallParams<C> } : unknown) &
  (C extends { query: unknown } ? { query?: CallQuery<C> } : unknown) &
  (C extends { body: unknown } ? { body: CallBody<C> } : unknown) &
  (C extends { conditional: true } ? Pick<ChangeTerms, 'ifMatch'> : unknown) &
  (C extends { repeatable: true } ? Pick<ChangeTerms, 'repeatKey'> : unknown) & { signal?: AbortSignal };

/** One page of a list. `total` counts all that match, not only those in `items`; with `more` it is as far as was counted. */
export interface Page<T> {
  items: T[];
  total: number;
  more?: boolean;
}

interface Parts extends ChangeTerms {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

const entriesOf = (value: unknown): [string, unknown][] => Object.entries(value ?? {});
const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/** The address of a call; what is empty in its query is left out. */
export function addressOf(path: string, { params, query }: Parts): string {
  const values = new Map(entriesOf(params));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of entriesOf(query)) {
    for (const one of Array.isArray(value) ? value : [value]) if (!isEmpty(one)) search.append(name, String(one));
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function noAnswer(cause: unknown): ApiError {
  const late = cause instanceof DOMException && cause.name === 'TimeoutError';
  const error = new ApiError({
    status: NO_ANSWER,
    title: late ? 'No answer in time' : 'No connection',
    detail: late ? 'The archive did not answer within 15 seconds.' : 'The archive cannot be reached.',
  });
  error.cause = cause;
  return error;
}

function unreadable(cause: unknown): ApiError {
  const error = new ApiError({
    status: NO_ANSWER,
    title: 'Not readable',
    detail: 'The answer of the archive cannot be read.',
  });
  error.cause = cause;
  return error;
}

const headersOf = ({ body, ifMatch, repeatKey }: Parts): Record<string, string> => ({
  accept: 'application/json',
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
  ...(repeatKey === undefined ? {} : { 'idempotency-key': repeatKey }),
});

async function send(method: string, path: string, parts: Parts): Promise<Response> {
  const limit = AbortSignal.timeout(TIME_OUT_MS);
  const response = await fetch(addressOf(path, parts), {
    method,
    credentials: 'same-origin',
    headers: headersOf(parts),
    signal: parts.signal ? AbortSignal.any([parts.signal, limit]) : limit,
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
  }).catch((cause: unknown) => {
    if (parts.signal?.aborted) throw cause;
    throw noAnswer(cause);
  });
  if (response.ok) {
    noteVoyageTag(response.headers);
    return response;
  }
  if (response.status === 401 && path !== '/api/auth/login') announceSignedOut();
  throw await problemOf(response);
}

async function bodyOf<T>(response: Response, signal: AbortSignal | undefined): Promise<T> {
  if (response.status === 204) return undefined as T;
  return (await response.json().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw cause instanceof SyntaxError ? unreadable(cause) : noAnswer(cause);
  })) as T;
}

/**
 * Makes a call: same-origin cookie, 15 s time-out, and an `ApiError` for everything that is not a success. A 401 also tells the
 * shell that the session has ended.
 */
export async function request<C extends Call>(to: Endpoint<C>, input: RequestInput<C>): Promise<CallAnswer<C>> {
  const parts: Parts = input;
  return bodyOf<CallAnswer<C>>(await send(to.method, to.path, parts), parts.signal);
}

/** An answer with the tag of the record in it, to be sent back with a change of it. */
export interface Tagged<T> {
  value: T;
  etag: string | undefined;
}

/** The same call, with the `ETag` of its answer. */
export async function requestTagged<C extends Call>(
  to: Endpoint<C>,
  input: RequestInput<C>,
): Promise<Tagged<CallAnswer<C>>> {
  const parts: Parts = input;
  const response = await send(to.method, to.path, parts);
  const value = await bodyOf<CallAnswer<C>>(response, parts.signal);
  return { value, etag: response.headers.get('etag') ?? undefined };
}

type ItemOf<A> = A extends (infer Item)[] ? Item : never;

/** Makes a call that lists: its items, and the total from `X-Total-Count` (01-decisions, "answers of list calls"). */
export async function requestPage<C extends Call & { paged: true }>(
  to: Endpoint<C>,
  input: RequestInput<C>,
): Promise<Page<ItemOf<CallAnswer<C>>>> {
  const parts: Parts = input;
  const response = await send(to.method, to.path, parts);
  const items = await bodyOf<ItemOf<CallAnswer<C>>[]>(response, parts.signal);
  const total = Number(response.headers.get('x-total-count') ?? Number.NaN);
  const more = response.headers.get('x-total-count-relation') === 'gt';
  return { items, total: Number.isFinite(total) ? total : items.length, ...(more ? { more } : {}) };
}
