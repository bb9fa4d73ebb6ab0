import { ArchiveError } from './archive-error.ts';
import { ENDPOINTS } from './endpoints.ts';
import type { InputArgument, ListId, OperationId, Operations, Output } from './operations.ts';

export interface ClientOptions {
  /** URL of the archive: https://archive.example.org. May be omitted in a browser on the archive's own pages. */
  url?: string;
  /** An API token, instead of signing in. */
  token?: string;
  /** A replacement for the global `fetch`, for example with a proxy. */
  fetch?: typeof fetch;
  /** Milliseconds after which a request without a response fails; unlimited by default. */
  timeoutMs?: number;
  /** How often a GET request is repeated while the server is busy; twice by default. */
  retries?: number;
  /**
   * Confirms a request that the server wants confirmed with the password, see `error.confirmation`. Resolves to the id of the
   * confirmation, with which the request is repeated; throws if there is none.
   */
  confirm?: (error: ArchiveError) => Promise<string>;
}

export interface ArchiveResponse<T> {
  data: T;
  status: number;
  /** ETag of the record, to send as `ifMatch` with an update. */
  etag: string | undefined;
  /** Total of a list, across all pages. */
  total: number | undefined;
  /** Whether counting stopped at `total`, and there are more. */
  more: boolean;
  headers: Headers;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  fields?: Record<string, string>;
  file?: Blob;
  filename?: string;
  ifMatch?: string | undefined;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** The id of the user's confirmation. */
  confirmation?: string;
}

const PAGE_SIZE = 200;
const MAX_WAIT_SECONDS = 30;
/** Statuses of a server that was busy or restarting and has not run the operation. */
const TEMPORARY = new Set([429, 503]);

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

/**
 * A client with its session. In browsers, the browser stores the session cookie; elsewhere the client does.
 *
 *     const archive = new ArchiveClient({ url: 'https://archive.example.org' });
 *     await archive.signIn('curator', password);
 *     const { data, total } = await archive.request('voyages.list', { query: { limit: 10 } });
 */
export class ArchiveClient {
  readonly #url: string;
  readonly #options: ClientOptions;
  readonly #cookies = new Map<string, string>();

  constructor(options: ClientOptions = {}) {
    this.#url = (options.url ?? '').replace(/\/+$/, '');
    this.#options = options;
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.request('auth.login', { body: { username, password } });
  }

  async signOut(): Promise<void> {
    await this.request('auth.logout');
  }

  /** Confirms with the password what the server wants confirmed. Returns the id of the confirmation. */
  async confirmWith(password: string, { confirmation }: ArchiveError): Promise<string> {
    const confirmation_id = confirmation?.confirmation_id ?? '';
    await this.request('auth.confirm', { params: { confirmation_id }, body: { password } });
    return confirmation_id;
  }

  /**
   * Runs an operation. Retries a GET request that fails because the server is busy.
   * @throws ArchiveError
   */
  async request<Id extends OperationId>(
    id: Id,
    ...[input]: InputArgument<Operations[Id]>
  ): Promise<ArchiveResponse<Output<Operations[Id]>>> {
    const parts = (input ?? {}) as Parts;
    const response = await this.#send(id, parts);
    const total = response.headers.get('x-total-count');
    return {
      data: await dataOf<Output<Operations[Id]>>(response, parts.signal),
      status: response.status,
      etag: response.headers.get('etag') ?? undefined,
      total: total === null ? undefined : Number(total),
      more: response.headers.get('x-total-count-relation') === 'gt',
      headers: response.headers,
    };
  }

  /** Runs an operation that returns a file or a stream, for example an export. */
  download<Id extends OperationId>(id: Id, ...[input]: InputArgument<Operations[Id]>): Promise<Response> {
    return this.#send(id, (input ?? {}) as Parts);
  }

  /** Reads another address of the archive, such as a file or a page. The response may have any status. */
  get(path: string, limits: { signal?: AbortSignal; timeoutMs?: number } = {}): Promise<Response> {
    return this.#fetch(this.#url + path, this.#requestOf('GET', {}), limits);
  }

  /** The headers that identify this client, for other requests. */
  get credentials(): Record<string, string> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return {
      ...(this.#options.token === undefined ? {} : { authorization: `Bearer ${this.#options.token}` }),
      ...(cookie === '' ? {} : { cookie }),
    };
  }

  /** Iterates over all items of a list, fetching page by page. */
  async *all<Id extends ListId>(
    id: Id,
    ...[input]: InputArgument<Operations[Id]>
  ): AsyncGenerator<Output<Operations[Id]> extends (infer T)[] ? T : never> {
    const parts = (input ?? {}) as Parts;
    for (let offset = 0; ; offset += PAGE_SIZE) {
      const query = { ...parts.query, limit: PAGE_SIZE, offset };
      const items = (await (await this.#send(id, { ...parts, query })).json()) as never[];
      yield* items;
      if (items.length < PAGE_SIZE) return;
    }
  }

  async #send(id: OperationId, parts: Parts): Promise<Response> {
    const [method = '', path = ''] = ENDPOINTS[id].split(' ');
    const { retries = 2, confirm } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#fetch(this.#url + urlOf(path, parts), this.#requestOf(method, parts), parts);
      if (response.ok) return response;
      const error = await ArchiveError.from(response);
      if (error.confirmation && confirm && parts.confirmation === undefined)
        return this.#send(id, { ...parts, confirmation: await confirm(error) });
      if (method !== 'GET' || !TEMPORARY.has(error.status) || attempt === retries) throw error;
      await pause(Math.min(error.retry_after ?? 1, MAX_WAIT_SECONDS) * 1000, parts.signal);
    }
  }

  async #fetch(url: string, request: RequestInit, parts: Parts): Promise<Response> {
    const { signal, timeoutMs = this.#options.timeoutMs } = parts;
    const { fetch: send = fetch } = this.#options;
    const limits = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)];
    const signals = limits.filter((limit) => limit !== undefined);
    const response = await send(url, {
      ...request,
      ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw ArchiveError.withoutResponse(cause, this.#url);
    });
    this.#keepCookies(response);
    return response;
  }

  #requestOf(method: string, parts: Parts): RequestInit {
    const { body, fields, file, filename, ifMatch, idempotencyKey, confirmation } = parts;
    const headers = new Headers({ accept: 'application/json, */*;q=0.1', ...this.credentials });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (ifMatch !== undefined) headers.set('if-match', ifMatch);
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    if (confirmation !== undefined) headers.set('confirmation', confirmation);
    // Browsers set this header and the cookie themselves, and ignore values set by scripts.
    if (this.#url !== '') headers.set('origin', new URL(this.#url).origin);
    return {
      method,
      headers,
      credentials: this.#url === '' ? 'same-origin' : 'include',
      ...(file !== undefined
        ? { body: formOf(file, filename, fields) }
        : body !== undefined
          ? { body: JSON.stringify(body) }
          : {}),
    };
  }

  #keepCookies(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '' || /;\s*max-age=0\b/i.test(cookie)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

/** The data of a response. @throws ArchiveError if it is not what its type says */
async function dataOf<T>(response: Response, signal: AbortSignal | undefined): Promise<T> {
  if (response.headers.get('content-type')?.includes('json') !== true) return undefined as T;
  return (await response.json().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    throw cause instanceof SyntaxError ? ArchiveError.ofInvalidResponse(cause) : ArchiveError.withoutResponse(cause);
  })) as T;
}

/** The id of an operation, by its method and path. */
export const operationAt = (method: string, path: string): OperationId | undefined =>
  (Object.keys(ENDPOINTS) as OperationId[]).find((id) => ENDPOINTS[id] === `${method} ${path}`);

/** The address of an operation, with its parameters. Empty parameters of the query are left out. */
export function urlOf(path: string, { params = {}, query = {} }: Pick<Parts, 'params' | 'query'>): string {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value]) if (!isEmpty(item)) search.append(name, String(item));
  return search.size > 0 ? `${filledPath}?${search}` : filledPath;
}

/** Builds a form with the fields before the file, so that the server can reject them before the file is sent. */
function formOf(file: Blob, filename?: string, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file, filename ?? (file instanceof File ? file.name : 'file'));
  return form;
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
