type Headers = Record<string, string>;

/** A client with a cookie jar for one host. */
export class Browser {
  readonly url: string;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  async request(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Headers; body?: RequestInit['body'] } = {},
  ) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(this.url + path, {
      method,
      body,
      redirect: 'manual',
      headers: { ...(cookie ? { cookie } : {}), ...headers },
    });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    return response;
  }

  get(path: string, headers?: Headers) {
    return this.request('GET', path, { headers });
  }

  /** The JSON body of a successful response. */
  async json<T>(path: string): Promise<T> {
    const response = await this.get(path);
    if (!response.ok) throw new Error(`GET ${path} returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  send(method: string, path: string, body?: unknown, headers: Headers = {}) {
    if (body === undefined) return this.request(method, path, { headers });
    return this.request(method, path, {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }

  post(path: string, body?: unknown, headers?: Headers) {
    return this.send('POST', path, body, headers);
  }

  #storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}
