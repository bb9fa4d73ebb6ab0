import {
  ArchiveClient,
  type ArchiveResponse,
  type InputArgument,
  type OperationId,
  type Operations,
  type Output,
} from '@archive/client';

const TIMEOUT_MS = 30_000;

/** A signed-in client that counts failures. */
export class SoakClient {
  readonly #archive: ArchiveClient;
  readonly failures: string[] = [];
  requests = 0;
  /** Milliseconds of each request, for the percentiles. */
  readonly durations: number[] = [];

  /** `session` has the headers of a signed-in session. */
  constructor(url: string, session: Record<string, string>) {
    const signedIn: typeof fetch = (address, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(session)) headers.set(name, value);
      return fetch(address, { ...init, headers });
    };
    this.#archive = new ArchiveClient({ url, fetch: signedIn, timeoutMs: TIMEOUT_MS, retries: 0 });
  }

  /** Returns undefined, and records the failure, unless the response is successful. */
  async request<Id extends OperationId>(
    id: Id,
    ...input: InputArgument<Operations[Id]>
  ): Promise<ArchiveResponse<Output<Operations[Id]>> | undefined> {
    this.requests += 1;
    const startedAt = performance.now();
    try {
      const response = await this.#archive.request(id, ...input);
      this.durations.push(performance.now() - startedAt);
      return response;
    } catch (error) {
      this.failures.push(`${id}: ${String(error).slice(0, 300)}`);
      return undefined;
    }
  }

  /** A request that isn't counted; its response may have any status. */
  get(path: string): Promise<Response> {
    return this.#archive.get(path);
  }
}
