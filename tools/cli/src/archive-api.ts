import { UserError } from '@archive/postgres';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Operation {
  operation_id: string;
  status: 'initializing' | 'running' | 'completed' | 'failed';
  current_step: string | null;
  progress: number;
  voyages_processed: number;
  error_message: string | null;
}

/** The API operations that a start needs, called as the curator. */
export class ArchiveApi {
  #origin: string;
  /** The session, once signed in. */
  cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /**
   * Waits until the server is ready.
   * @throws a `UserError` with the last reason after the timeout
   */
  async waitUntilReady(milliseconds: number, signal: AbortSignal): Promise<void> {
    let reason = 'no response';
    for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(50, undefined, { signal })) {
      const response = await fetch(`${this.#origin}/health/ready`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]),
      }).catch(() => undefined);
      if (response?.ok) return;
      if (response) reason = `status ${response.status}: ${(await response.text()).slice(0, 300)}`;
    }
    throw new UserError(`The API was not ready after ${milliseconds / 1000} s (${reason})`);
  }

  async signIn(username: string, password: string): Promise<void> {
    const response = await this.#request('POST', '/api/auth/login', { username, password });
    this.cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  async signOut(): Promise<void> {
    await this.#request('POST', '/api/auth/logout');
  }

  /** The imports, newest first. */
  async operations(): Promise<Operation[]> {
    const response = await this.#request('GET', '/api/curator/ingest-status');
    return ((await response.json()) as { operations: Operation[] }).operations;
  }

  async ingest(filename: string, document: string): Promise<string> {
    const response = await this.#request('POST', '/api/curator/ingest', { filename, document });
    return ((await response.json()) as { operation_id: string }).operation_id;
  }

  async operation(id: string): Promise<Operation> {
    return (await (await this.#request('GET', `/api/curator/ingest/${id}`)).json()) as Operation;
  }

  async #request(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        origin: this.#origin,
        accept: 'application/json',
        cookie: this.cookie,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
      signal: AbortSignal.timeout(15_000),
    });
    if (response.ok) return response;
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new UserError(`The API rejected ${method} ${path}: ${detail ?? response.statusText}`);
  }
}
