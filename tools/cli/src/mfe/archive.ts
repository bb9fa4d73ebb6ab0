import { Refusal } from '@archive/postgres';
import { addressOf, readSettings } from '../settings.ts';
import type { Name } from './arguments.ts';

export interface Smoke {
  passed: boolean;
  problems: string[];
  revision: number;
}

export interface Version {
  version: string;
  state: 'live' | 'canary' | 'candidate' | 'earlier';
  published_at: string;
  published_by: string;
  stored: boolean;
  smoke: Smoke | null;
  sessions: number;
  failed_sessions: number;
  failures: number;
  last_failure: string | null;
}

interface Live {
  version: string;
  since: string;
  by: string;
}

export interface Standing {
  name: Name;
  live: Live | null;
  canary: (Live & { share: number }) | null;
  rollback_to: string | null;
  versions: Version[];
}

export interface Status {
  revision: number;
  apps: Standing[];
}

export interface Registry {
  schema: 1;
  revision: number;
  shell?: { version: string };
  apps: Record<string, { version: string; manifest: string; path: string }>;
}

const PATIENCE = 60_000;

/** The archive that is meant, as a pipeline (DEPLOY_TOKEN) or a person reaches it. */
export class RunningArchive {
  readonly origin: string;
  readonly #env: NodeJS.ProcessEnv;
  #cookie: string | undefined;

  constructor(address: string | undefined, env: NodeJS.ProcessEnv) {
    this.#env = env;
    const { host, port } = readSettings({ ...env, NODE_ENV: 'development' });
    const named = address || env.ARCHIVE_URL || addressOf(host, port);
    const url = URL.parse(named);
    if (!url || !/^https?:$/.test(url.protocol))
      throw new Refusal(`"${named}" is no address of an archive, like https://archive.example.org.`);
    this.origin = url.origin;
  }

  /** The session cookie of a person; undefined for a pipeline, which reads no records. */
  async cookie(): Promise<string | undefined> {
    if (this.#env.DEPLOY_TOKEN) return undefined;
    this.#cookie ??= await this.#signIn();
    return this.#cookie;
  }

  status(): Promise<Status> {
    return this.call<Status>('GET', '/api/frontends');
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const token = this.#env.DEPLOY_TOKEN;
    const cookie = await this.cookie();
    const who: Record<string, string> = token ? { authorization: `Bearer ${token}` } : { cookie: cookie ?? '' };
    const answer = await this.#fetch(method, path, who, body);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }

  async signOut(): Promise<void> {
    if (this.#cookie === undefined) return;
    await this.#fetch('POST', '/api/auth/logout', { cookie: this.#cookie }).catch(() => undefined);
  }

  async #signIn(): Promise<string> {
    const { username, password } = readSettings({ ...this.#env, NODE_ENV: 'development' }).curator;
    const answer = await this.#fetch('POST', '/api/auth/login', {}, { username, password });
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  async #fetch(method: string, path: string, who: Record<string, string>, body?: unknown): Promise<Response> {
    const headers = { accept: 'application/json', origin: this.origin, ...who };
    const init =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(this.origin + path, { method, ...init, signal: AbortSignal.timeout(PATIENCE) }).catch(
      (error: Error) => {
        const { code } = (error.cause ?? error) as NodeJS.ErrnoException;
        throw new Refusal(`The archive at ${this.origin} does not answer (${code ?? error.message}).`);
      },
    );
    if (answer.ok) return answer;
    const { detail } = (await answer.json().catch(() => ({}))) as { detail?: string };
    throw new Refusal(detail ?? `The archive at ${this.origin} answered ${answer.status} to ${method} ${path}.`);
  }
}
