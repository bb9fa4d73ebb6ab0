/** A signed-in client that counts failures. */
export class SoakClient {
  readonly url: string;
  readonly #headers: Record<string, string>;
  readonly failures: string[] = [];
  requests = 0;
  /** Milliseconds of each request, for the percentiles. */
  readonly durations: number[] = [];

  constructor(url: string, headers: Record<string, string>) {
    this.url = url;
    this.#headers = { origin: url, accept: 'application/json', ...headers };
  }

  /** Returns undefined, and records the failure, unless the response is successful. */
  async send(
    method: string,
    path: string,
    { json, form, key }: { json?: unknown; form?: FormData; key?: string } = {},
  ): Promise<Response | undefined> {
    this.requests += 1;
    const startedAt = performance.now();
    try {
      const response = await fetch(this.url + path, {
        method,
        headers: {
          ...this.#headers,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: form ?? (json === undefined ? undefined : JSON.stringify(json)),
        signal: AbortSignal.timeout(30_000),
      });
      if (response.ok) {
        this.durations.push(performance.now() - startedAt);
        return response;
      }
      this.failures.push(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
    } catch (error) {
      this.failures.push(`${method} ${path}: ${reasonOf(error)}`);
    }
    return undefined;
  }

  /** The JSON of a successful response. */
  async json<T>(method: string, path: string, body: Parameters<SoakClient['send']>[2] = {}): Promise<T | undefined> {
    return (await (await this.send(method, path, body))?.json()) as T | undefined;
  }

  /** A request that isn't counted; its response may have any status. */
  get(path: string): Promise<Response> {
    return fetch(this.url + path, { headers: this.#headers, signal: AbortSignal.timeout(30_000) });
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
