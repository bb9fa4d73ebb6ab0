import { UserError } from '@archive/postgres';
import { hostname } from 'node:os';
import { localAddress, readSettings, secretOf } from '../settings.ts';

export interface Verdict {
  passed: boolean;
  problems: string[];
  revision: number;
}

export interface Version {
  version: string;
  state: 'live' | 'canary' | 'candidate' | 'earlier' | 'removed';
  published_at: string;
  published_by: string;
  stored: boolean;
  /** Identifies the build; null for one on the server. */
  digest: string | null;
  commit: string | null;
  verdict: Verdict | null;
  /** Why it cannot be promoted now. */
  objection: string | null;
  sessions: number;
  failed_sessions: number;
  failures: number;
  last_failure: string | null;
}

interface LiveVersion {
  version: string;
  since: string;
  by: string;
}

export interface FrontendStatus {
  name: string;
  registration: { description: { pages: string[] } } | null;
  live: LiveVersion | null;
  canary: (LiveVersion & { share: number }) | null;
  rollback_to: string | null;
  versions: Version[];
}

export interface Status {
  revision: number;
  apps: FrontendStatus[];
}

export interface App {
  version: string;
  manifest: string;
  path: string;
  contract: number;
  optional?: Record<string, string> | undefined;
}

export interface Registry {
  schema: 1;
  revision: number;
  shell?: { version: string };
  apps: Record<string, App>;
}

const REQUEST_TIMEOUT_MS = 60_000;

/** Who a command is: a pipeline or verifier with a token, or a curator. */
export type Identity = 'publisher' | 'verifier';

/** A running archive, accessed with a token or as a curator. */
export class RunningArchive {
  readonly origin: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #identity: Identity;
  readonly #token: string | undefined;
  #cookie: string | undefined;

  constructor(originOption: string | undefined, env: NodeJS.ProcessEnv, identity: Identity = 'publisher') {
    this.#env = env;
    this.#identity = identity;
    this.#token = secretOf(env, identity === 'verifier' ? 'VERIFY_TOKEN' : 'DEPLOY_TOKEN');
    const { host, port } = readSettings({ ...env, NODE_ENV: 'development' });
    const url = URL.parse(originOption || env.ARCHIVE_URL || localAddress(host, port));
    if (!url || !/^https?:$/.test(url.protocol))
      throw new UserError(
        `"${originOption || this.#env.ARCHIVE_URL}" is not a web address. Use one like https://archive.example.org.`,
      );
    this.origin = url.origin;
  }

  /** Whether a token identifies this command, and not a curator. */
  get hasToken(): boolean {
    return this.#token !== undefined;
  }

  /** The session cookie, to read records; undefined with only a token, which cannot read them. */
  async cookie(): Promise<string | undefined> {
    const readsRecords =
      this.#token === undefined || (this.#identity === 'verifier' && secretOf(this.#env, 'CURATOR_PASSWORD'));
    if (!readsRecords) return undefined;
    this.#cookie ??= await this.#signIn();
    return this.#cookie;
  }

  /** What identifies this command in a request: the token, or the session. */
  async credentials(): Promise<Record<string, string>> {
    if (this.#token !== undefined) return { authorization: `Bearer ${this.#token}` };
    return { cookie: (await this.cookie()) ?? '' };
  }

  /** Lets this command load a version that is not released, until it signs out. A token may do so without. */
  async startPreview(name: string, version: string): Promise<void> {
    if (!this.hasToken) await this.request('PUT', `/api/frontends/${name}/preview`, { version });
  }

  /** Records a verdict, with the token of a verifier. A curator without one creates one for this verdict. */
  async recordVerdict(name: string, version: string, verdict: Verdict & { digest: string }): Promise<void> {
    const path = `/api/frontends/${name}/versions/${version}/verdicts`;
    if (this.#identity === 'verifier' && this.hasToken) return this.request('POST', path, verdict);
    const label = `Check of ${name} ${version} on ${hostname()}`.slice(0, 100);
    const created = await this.request<{ token_id: number; token: string }>('POST', '/api/frontends/tokens', { label });
    try {
      await this.#fetch('POST', path, { authorization: `Bearer ${created.token}` }, verdict);
    } finally {
      await this.request('DELETE', `/api/frontends/tokens/${created.token_id}`);
    }
  }

  status(): Promise<Status> {
    return this.request<Status>('GET', '/api/frontends');
  }

  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.#fetch(method, path, await this.credentials(), body);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  async signOut(): Promise<void> {
    const cookie = this.#cookie;
    if (cookie === undefined) return;
    this.#cookie = undefined;
    await this.#fetch('POST', '/api/auth/logout', { cookie }).catch(() => undefined);
  }

  async #signIn(): Promise<string> {
    const { username, password } = readSettings({ ...this.#env, NODE_ENV: 'development' }).curator;
    if (password === undefined) throw new UserError('Set DEPLOY_TOKEN, or CURATOR_PASSWORD to sign in as a curator.');
    const response = await this.#fetch('POST', '/api/auth/login', {}, { username, password });
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  async #fetch(method: string, path: string, credentials: Record<string, string>, body?: unknown): Promise<Response> {
    const headers = { accept: 'application/json', origin: this.origin, ...credentials };
    const init =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(this.origin + path, {
      method,
      ...init,
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    }).catch((error: Error) => {
      const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
      throw new UserError(`The archive at ${this.origin} does not respond (${code ?? error.message}).`);
    });
    if (response.ok) return response;
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new UserError(detail ?? `The archive at ${this.origin} responded ${response.status} to ${method} ${path}.`);
  }
}
