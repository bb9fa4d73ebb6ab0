import { UserError } from '@archive/postgres';
import { localAddress, readSettings, secretOf } from './settings.ts';

const REQUEST_TIMEOUT_MS = 60_000;
const UNAVAILABLE_STATUSES = new Set([429, 502, 503, 504]);

/** The archive does not respond, or is too busy: the same request may succeed later. */
export class UnavailableError extends UserError {
  readonly waitSeconds: number;

  constructor(message: string, waitSeconds = 0) {
    super(message);
    this.waitSeconds = waitSeconds;
  }
}

interface RequestOptions {
  /** JSON, or a form with a file. */
  body?: unknown;
  headers?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
}

/** True when the archive, or a server in front of it, is too busy or restarting. */
export const isUnavailable = ({ status }: Response): boolean => UNAVAILABLE_STATUSES.has(status);

export const retryAfterSeconds = ({ headers }: Response): number => Number(headers.get('retry-after')) || 0;

/** The archive that an option or `ARCHIVE_URL` names, by default the one on this machine, accessed with a token or as a curator. */
export class ArchiveSession {
  readonly origin: string;
  protected readonly env: NodeJS.ProcessEnv;
  readonly #tokenVariable: string;
  readonly #token: string | undefined;
  #cookie: Promise<string> | undefined;

  /**
   * @param tokenVariable the variable with the token, if there is one
   * @throws a `UserError` if the address is not a web address
   */
  constructor(originOption: string | undefined, env: NodeJS.ProcessEnv, tokenVariable: string) {
    this.env = env;
    this.#tokenVariable = tokenVariable;
    this.#token = secretOf(env, tokenVariable);
    const { host, port } = readSettings({ ...env, NODE_ENV: 'development' });
    const address = originOption || env.ARCHIVE_URL || localAddress(host, port);
    const url = URL.parse(address);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new UserError(`"${address}" is not a web address. Use one like https://archive.example.org.`);
    this.origin = url.origin;
  }

  /** Whether a token identifies this program, and not a curator. */
  get hasToken(): boolean {
    return this.#token !== undefined;
  }

  /** The session cookie of the curator. A sign-in that failed is tried again by the next call. */
  cookie(): Promise<string | undefined> {
    this.#cookie ??= this.#signIn().catch((error: unknown) => {
      this.#cookie = undefined;
      throw error;
    });
    return this.#cookie;
  }

  /** The header that identifies this program in a request. */
  async credentials(): Promise<Record<string, string>> {
    if (this.#token !== undefined) return { authorization: `Bearer ${this.#token}` };
    return { cookie: (await this.cookie()) ?? '' };
  }

  /** @throws a `UserError` if the archive does not respond or rejects the request */
  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.accepted(method, path, await this.credentials(), body);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  /** The response, whatever its status. @throws an `UnavailableError` if there is none, or the sign-in has to wait */
  async respond(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    return this.#fetch(method, path, await this.credentials(), options);
  }

  async signOut(): Promise<void> {
    const cookie = await this.#cookie?.catch(() => undefined);
    if (cookie === undefined) return;
    this.#cookie = undefined;
    await this.accepted('POST', '/api/auth/logout', { cookie }).catch(() => undefined);
  }

  protected async accepted(
    method: string,
    path: string,
    credentials: Record<string, string>,
    body?: unknown,
  ): Promise<Response> {
    const response = await this.#fetch(method, path, credentials, { body });
    if (response.ok) return response;
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    const message = detail ?? `The archive at ${this.origin} responded ${response.status} to ${method} ${path}.`;
    throw isUnavailable(response) ? new UnavailableError(message, retryAfterSeconds(response)) : new UserError(message);
  }

  async #signIn(): Promise<string> {
    const { username, password } = this.#curator;
    if (password === undefined)
      throw new UserError(`Set ${this.#tokenVariable}, or CURATOR_PASSWORD to sign in as a curator.`);
    const response = await this.accepted('POST', '/api/auth/login', {}, { username, password });
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  get #curator() {
    return readSettings({ ...this.env, NODE_ENV: 'development' }).curator;
  }

  /** Sends a request, and confirms it with the password if the archive asks for it. */
  async #fetch(
    method: string,
    path: string,
    credentials: Record<string, string>,
    options: RequestOptions,
  ): Promise<Response> {
    const response = await this.#send(method, path, credentials, options);
    const { password } = this.#curator;
    if (response.status !== 403 || credentials.cookie === undefined || password === undefined) return response;
    const { confirmation } = (await response
      .clone()
      .json()
      .catch(() => ({}))) as { confirmation?: { confirmation_id: string } };
    if (!confirmation) return response;
    const id = confirmation.confirmation_id;
    await response.body?.cancel();
    const confirming = `/api/auth/confirmations/${id}`;
    const confirmed = await this.#send('POST', confirming, credentials, { body: { password } });
    if (!confirmed.ok) return confirmed;
    const headers = { ...options.headers, confirmation: id };
    return this.#send(method, path, credentials, { ...options, headers });
  }

  async #send(
    method: string,
    path: string,
    credentials: Record<string, string>,
    { body, headers, timeoutMs = REQUEST_TIMEOUT_MS, signal }: RequestOptions,
  ): Promise<Response> {
    const isForm = body instanceof FormData;
    const timeout = AbortSignal.timeout(timeoutMs);
    return fetch(this.origin + path, {
      method,
      headers: {
        accept: 'application/json',
        origin: this.origin,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...credentials,
        ...headers,
      },
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((error: Error) => {
      signal?.throwIfAborted();
      const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
      throw new UnavailableError(`The archive at ${this.origin} does not respond (${code ?? error.message}).`);
    });
  }
}
