import type { ArchiveSetup, Health, PackageImportResult } from '@archive/contracts';
import { UserError } from '@archive/postgres';
import { createReadStream, openAsBlob } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Operation {
  operation_id: string;
  status: 'initializing' | 'running' | 'completed' | 'failed';
  current_step: string | null;
  progress: number;
  voyages_processed: number;
  error_message: string | null;
  /** Whether the import waits, because names need review. */
  needs_names?: boolean;
  names?: { check: number };
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
   * @throws a `UserError` with the last reason after the timeout, or at once if only an operator can fix it
   */
  async waitUntilReady(milliseconds: number, signal: AbortSignal): Promise<void> {
    let reason = 'no response';
    for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(50, undefined, { signal })) {
      const response = await fetch(`${this.#origin}/health/ready`, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(5000)]),
      }).catch(() => undefined);
      if (response?.ok) return;
      if (!response) continue;
      const { dependencies = {} } = (await response.json().catch(() => ({}))) as Partial<Health>;
      const down = Object.entries(dependencies).filter(([, { status }]) => status === 'down');
      reason = down.map(([name, { detail }]) => `${name}: ${detail}`).join(' ') || `status ${response.status}`;
      if (down.some(([, { rejected }]) => rejected)) throw new UserError(`The archive can’t start. ${reason}`);
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

  /** Whether the archive is empty, and what deleted records left. */
  async setup(): Promise<ArchiveSetup> {
    return (await (await this.#request('GET', '/api/curator/archive-setup')).json()) as ArchiveSetup;
  }

  /** Starts the import of a document, and returns its id. Unless names are confirmed, it waits if some need review. */
  async ingest(file: string, { confirmNames = false } = {}): Promise<string> {
    const form = new FormData();
    form.set('file', await openAsBlob(file), basename(file));
    const response = await this.#request('POST', `/api/curator/ingest${confirmNames ? '?confirm_names=1' : ''}`, form);
    return ((await response.json()) as { operation_id: string }).operation_id;
  }

  /** Imports a package into the empty archive, which may take long. */
  async importPackage(
    file: string,
    replacesEarlierWork: boolean,
    password: string,
    signal: AbortSignal,
  ): Promise<PackageImportResult> {
    const path = `/api/curator/archive-package${replacesEarlierWork ? '?replace_earlier_work=1' : ''}`;
    // A form without the file is rejected, with what has to be confirmed first.
    const rejected = await this.#fetch('POST', path, new FormData());
    const { confirmation } = (await rejected.json()) as { confirmation?: { confirmation_id: string } };
    const id = confirmation?.confirmation_id ?? '';
    await this.#request('POST', `/api/auth/confirmations/${id}`, { password });
    const headers = { origin: this.#origin, accept: 'application/json', cookie: this.cookie, confirmation: id };
    const { status, text } = await postFile(`${this.#origin}${path}`, file, headers, signal);
    const result = JSON.parse(text) as PackageImportResult & { detail?: string };
    if (status === 200) return result;
    throw new UserError(`The package was not imported. ${result.detail ?? text}`);
  }

  async operation(id: string): Promise<Operation> {
    return (await (await this.#request('GET', `/api/curator/ingest/${id}`)).json()) as Operation;
  }

  #fetch(method: string, path: string, body?: unknown): Promise<Response> {
    const isForm = body instanceof FormData;
    return fetch(`${this.#origin}${path}`, {
      method,
      headers: {
        origin: this.#origin,
        accept: 'application/json',
        cookie: this.cookie,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      body: isForm ? body : body ? JSON.stringify(body) : undefined,
      signal: AbortSignal.timeout(isForm ? 120_000 : 15_000),
    });
  }

  async #request(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await this.#fetch(method, path, body);
    if (response.ok) return response;
    const { detail } = (await response.json().catch(() => ({}))) as { detail?: string };
    throw new UserError(`The API rejected ${method} ${path}: ${detail ?? response.statusText}`);
  }
}

/** Sends a file as a form, without the time limit that `fetch` has for the response. */
async function postFile(
  url: string,
  file: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ status: number; text: string }> {
  const boundary = `archive-${process.pid}-${Date.now()}`;
  const type = `multipart/form-data; boundary=${boundary}`;
  const sending = request(url, { method: 'POST', headers: { ...headers, 'content-type': type }, signal });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sending.once('response', resolve).once('error', reject);
  });
  const parts = async function* () {
    yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="archive.zip"\r\n\r\n`;
    yield* createReadStream(file);
    yield `\r\n--${boundary}--\r\n`;
  };
  const [received] = await Promise.all([response, pipeline(parts, sending)]);
  return { status: received.statusCode ?? 0, text: await text(received) };
}
