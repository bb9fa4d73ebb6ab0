import { ENDPOINTS } from './endpoints.ts';
import type { InputArgument, ListId, OperationId, Operations, Output } from './operations.ts';

export interface ClientOptions {
  /** URL of the archive: https://archive.example.org. May be omitted in a browser on the archive's own pages. */
  url?: string;
  /** A deploy or upload token, instead of signing in. */
  token?: string;
  /** A replacement for the global `fetch`, for example with a proxy. */
  fetch?: typeof fetch;
}

export interface ArchiveResponse<T> {
  data: T;
  status: number;
  /** ETag of the record, to send as `ifMatch` with an update. */
  etag: string | undefined;
  /** Total of a list, across all pages. */
  total: number | undefined;
  headers: Headers;
}

interface Parts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  fields?: Record<string, string>;
  file?: Blob;
  filename?: string;
  ifMatch?: string;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

const PAGE_SIZE = 200;
const RETRIES = 2;
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
  readonly #token: string | undefined;
  readonly #fetch: typeof fetch;
  readonly #cookies = new Map<string, string>();

  constructor({ url = '', token, fetch: customFetch }: ClientOptions = {}) {
    this.#url = url.replace(/\/+$/, '');
    this.#token = token;
    this.#fetch = customFetch ?? ((...request) => fetch(...request));
  }

  async signIn(username: string, password: string): Promise<void> {
    await this.request('auth.login', { body: { username, password } });
  }

  async signOut(): Promise<void> {
    await this.request('auth.logout');
  }

  /**
   * Runs an operation. Retries a GET request that fails because the server is busy.
   * @throws ArchiveError
   */
  async request<Id extends OperationId>(
    id: Id,
    ...[input]: InputArgument<Operations[Id]>
  ): Promise<ArchiveResponse<Output<Operations[Id]>>> {
    const response = await this.#send(id, (input ?? {}) as Parts);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const data = (isJson ? await response.json() : undefined) as Output<Operations[Id]>;
    const total = response.headers.get('x-total-count');
    return {
      data,
      status: response.status,
      etag: response.headers.get('etag') ?? undefined,
      total: total === null ? undefined : Number(total),
      headers: response.headers,
    };
  }

  /** Runs an operation that returns a file or a stream, for example an export. */
  download<Id extends OperationId>(id: Id, ...[input]: InputArgument<Operations[Id]>): Promise<Response> {
    return this.#send(id, (input ?? {}) as Parts);
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
    const [method, path] = ENDPOINTS[id];
    for (let attempt = 0; ; attempt += 1) {
      const response = await this.#fetch(this.#url + urlOf(path, parts), this.#requestOf(method, parts));
      this.#keepCookies(response);
      if (response.ok) return response;
      const error = await ArchiveError.from(response);
      if (method !== 'GET' || !TEMPORARY.has(error.status) || attempt === RETRIES) throw error;
      await pause(Math.min(error.retryAfter ?? 1, MAX_WAIT_SECONDS) * 1000, parts.signal);
    }
  }

  #requestOf(method: string, { body, fields, file, filename, ifMatch, idempotencyKey, signal }: Parts): RequestInit {
    const headers = new Headers({ accept: 'application/json, */*;q=0.1' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (ifMatch !== undefined) headers.set('if-match', ifMatch);
    if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
    if (this.#token !== undefined) headers.set('authorization', `Bearer ${this.#token}`);
    // Browsers set these two headers themselves and ignore values set by scripts.
    if (this.#url !== '') headers.set('origin', new URL(this.#url).origin);
    if (this.#cookies.size > 0)
      headers.set('cookie', [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    return {
      method,
      headers,
      credentials: 'include',
      body: file === undefined ? JSON.stringify(body) : formOf(file, filename, fields),
      ...(signal ? { signal } : {}),
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

function urlOf(path: string, { params = {}, query = {} }: Parts): string {
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value]) if (!isEmpty(item)) search.append(name, String(item));
  return search.size > 0 ? `${filledPath}?${search}` : filledPath;
}

/** Builds a form with the fields before the file, so that the server can reject them before the file is sent. */
function formOf(file: Blob, filename = 'file', fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file, filename);
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

interface ProblemDocument {
  title?: string;
  detail?: string;
  request_id?: string;
  errors?: { path: string; message: string }[];
}

/** An error response of the server. `message` is a human-readable sentence. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
  readonly status: number;
  readonly title: string;
  /** One error for each rejected field. */
  readonly errors: { path: string; message: string }[];
  /** Id of the request, for finding it in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another attempt. */
  readonly retryAfter: number | undefined;
  /** The full problem document (RFC 9457), with any properties that the operation adds. */
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(status: number, problem: ProblemDocument, retryAfter?: number) {
    super(problem.detail ?? problem.title ?? `Status ${status}`);
    this.status = status;
    this.title = problem.title ?? '';
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id;
    this.retryAfter = retryAfter;
    this.problem = { ...problem };
  }

  static async from(response: Response): Promise<ArchiveError> {
    const problem = (await response.json().catch(() => ({ title: response.statusText }))) as ProblemDocument;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return new ArchiveError(response.status, problem, Number.isNaN(seconds) ? undefined : seconds);
  }
}
