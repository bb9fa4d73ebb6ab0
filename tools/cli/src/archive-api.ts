import { Refusal } from '@archive/postgres';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Operation {
  operation_id: string;
  status: 'initializing' | 'running' | 'completed' | 'failed';
  current_step: string | null;
  progress: number;
  voyages_processed: number;
  error_message: string | null;
}

/** The few calls of the archive's API that a start makes, as the curator would. */
export class ArchiveApi {
  #origin: string;
  #cookie = '';

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Waits until the server says it is ready; gives up with the last reason it gave. */
  async ready(milliseconds: number, signal: AbortSignal): Promise<void> {
    let reason = 'it does not answer';
    for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(50, undefined, { signal })) {
      const answer = await fetch(`${this.#origin}/health/ready`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]),
      }).catch(() => undefined);
      if (answer?.ok) return;
      if (answer) reason = `it answers ${answer.status}: ${(await answer.text()).slice(0, 300)}`;
    }
    throw new Refusal(`The API did not become ready in ${milliseconds / 1000} s: ${reason}`);
  }

  async signIn(username: string, password: string): Promise<void> {
    const answer = await this.#call('POST', '/api/auth/login', { username, password });
    this.#cookie = answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  async signOut(): Promise<void> {
    await this.#call('POST', '/api/auth/logout');
  }

  /** Newest first. */
  async operations(): Promise<Operation[]> {
    const answer = await this.#call('GET', '/api/curator/ingest-status');
    return ((await answer.json()) as { operations: Operation[] }).operations;
  }

  async ingest(filename: string, document: string): Promise<string> {
    const answer = await this.#call('POST', '/api/curator/ingest', { filename, document });
    return ((await answer.json()) as { operation_id: string }).operation_id;
  }

  async operation(id: string): Promise<Operation> {
    return (await (await this.#call('GET', `/api/curator/ingest/${id}`)).json()) as Operation;
  }

  async #call(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        origin: this.#origin,
        accept: 'application/json',
        cookie: this.#cookie,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body ? JSON.stringify(body) : undefined,
      signal: AbortSignal.timeout(15_000),
    });
    if (answer.ok) return answer;
    const { detail } = (await answer.json().catch(() => ({}))) as { detail?: string };
    throw new Refusal(`The API refused ${method} ${path}: ${detail ?? answer.statusText}`);
  }
}
