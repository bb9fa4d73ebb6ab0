import {
  ArchiveClient,
  type Input,
  type InputArgument,
  type ListId,
  type OperationId,
  type Operations,
  operationAt,
  type Output,
} from '@archive/client';
import type { Operation } from '@archive/contracts';
import { confirmedId } from './problem.ts';

/** Request time-out (SPEC section 9). */
export const TIMEOUT_MS = 15_000;

/** Headers of requests that change data. */
export interface ChangeOptions {
  /** `If-Match`: ETag of the version being changed. The server responds 412 if it's no longer current. */
  ifMatch?: string | undefined;
  /** `Idempotency-Key`: a repeated request with the same key takes effect once. */
  idempotencyKey?: string | undefined;
}

/** One page of a list. `total` counts all matches; with `more`, counting stopped at `total` and there are more. */
export interface Page<T> {
  items: T[];
  total: number;
  more?: boolean;
}

/** The client of the page: React Query repeats what failed, and the user confirms with the password on a page of its own. */
const client = new ArchiveClient({ timeoutMs: TIMEOUT_MS, retries: 0, confirm: confirmedId, fetch: fetchAsPage });

async function fetchAsPage(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  preparePreloads(init.method ?? 'GET', String(url));
  const response = await fetch(url, init);
  if (response.ok) storeVoyageEtag(response.headers);
  if (response.status === 401 && url !== '/api/auth/login') notifySignedOut();
  return response;
}

/**
 * Sends a request with the session cookie and a 15 s time-out.
 * @throws ApiError for an error response or if there is no response; a 401 also notifies `onSignedOut` listeners
 */
export async function request<Id extends OperationId>(
  id: Id,
  ...input: InputArgument<Operations[Id]>
): Promise<Output<Operations[Id]>> {
  return (await requestWithEtag(id, ...input)).value;
}

/** Thrown instead of a saved record: the change of a contributor is stored as a proposal. */
export class Proposed extends Error {
  override readonly name = 'Proposed';

  constructor() {
    super('Proposed. A curator reviews it, and you see the result on Proposals.');
  }
}

const isProposed = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && (data as { proposed?: unknown }).proposed === true;

/** A record with its ETag, to send as `ifMatch` with a change. */
export interface WithEtag<T> {
  value: T;
  etag: string | undefined;
}

/**
 * Like `request`, but also returns the ETag of the response.
 * @throws Proposed instead of the saved record, for a contributor
 */
export async function requestWithEtag<Id extends OperationId>(
  id: Id,
  ...input: InputArgument<Operations[Id]>
): Promise<WithEtag<Output<Operations[Id]>>> {
  const { data, etag } = await client.request(id, ...input);
  if (isProposed(data)) throw new Proposed();
  return { value: data, etag };
}

type ItemOf<A> = A extends (infer Item)[] ? Item : never;

/** Like `request`, for a list: returns the items, and the total from `X-Total-Count`. */
export async function requestPage<Id extends ListId>(
  id: Id,
  ...input: InputArgument<Operations[Id]>
): Promise<Page<ItemOf<Output<Operations[Id]>>>> {
  const { data, total, more } = await client.request(id, ...input);
  const items = data as ItemOf<typeof data>[];
  return { items, total: total ?? items.length, ...(more ? { more } : {}) };
}

/** An operation by its method and path, as builds made before 1.31 name it. */
export type Endpoint<C extends Operation> = Extract<C['id'], OperationId>;

/** @deprecated Use the id of the operation: `request('people.get', …)`. */
export const endpoint = <C extends Operation>(method: C['method'], path: C['path']): Endpoint<C> =>
  operationAt(method, path) as Endpoint<C>;

/** @deprecated Use `Input` of `@archive/client`. */
export type RequestInput<C extends Operation> = Input<Operations[Endpoint<C>]>;

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

/**
 * A record to edit, with the values that a contributor proposes for it. Its ETag also names their proposal, so that a change replaces what
 * they have seen. Others get the record as it is.
 */
export async function withProposal<T>(
  proposes: boolean,
  params: Input<Operations['proposals.own']>['params'],
  record: Promise<WithEtag<T>>,
): Promise<WithEtag<T>> {
  if (!proposes) return record;
  const [{ value, etag }, { proposal }] = await Promise.all([record, request('proposals.own', { params })]);
  const parts = ETAG.exec(etag ?? '')?.groups;
  if (!proposal || !parts) return { value, etag };
  return {
    value: { ...value, ...proposal.values },
    etag: `"${parts['record']}.${parts['version']}+${proposal.proposed_at}"`,
  };
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
