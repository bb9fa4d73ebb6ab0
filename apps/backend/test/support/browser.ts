type Headers = Record<string, string>;

interface RequestOptions {
  headers?: Headers;
  body?: RequestInit['body'];
}

/** A client with a cookie jar for one host. Confirms with the password that it signed in with, as a person would. */
export class Browser {
  readonly url: string;
  /** Undefined for a client that leaves confirmations to others. */
  password: string | undefined;
  readonly cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  async request(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
    const response = await this.#send(method, path, options);
    if (response.status !== 403 || this.password === undefined) return response;
    const text = await response.text();
    const { status, headers } = response;
    const confirmation = await this.confirm(new Response(text));
    if (confirmation === undefined) return new Response(text, { status, headers });
    return this.#send(method, path, { ...options, headers: { ...options.headers, confirmation } });
  }

  /** Confirms a rejected request. Returns the id to repeat it with; undefined if it needs no confirmation. */
  async confirm(response: Response): Promise<string | undefined> {
    const { confirmation } = (await response.json()) as { confirmation?: { confirmation_id: string } };
    const id = confirmation?.confirmation_id;
    if (id === undefined || this.password === undefined) return undefined;
    const { status } = await this.post(`/api/auth/confirmations/${id}`, { password: this.password });
    if (status !== 204) throw new Error(`The confirmation returned ${status}`);
    return id;
  }

  async #send(method: string, path: string, { headers = {}, body }: RequestOptions): Promise<Response> {
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

  async post(path: string, body?: unknown, headers?: Headers) {
    const response = await this.send('POST', path, body, headers);
    if (path === '/api/auth/login' && response.status === 200)
      ({ password: this.password } = body as { password: string });
    return response;
  }

  #storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('='));
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(name.length + 1));
  }
}
