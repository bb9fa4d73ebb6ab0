import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

const CHECK_MS = 200;
/** Shorter than the time for which a server drains, so that no idle connection is left when it closes. */
const IDLE_MS = 1000;
const CONNECT_TIMEOUT_MS = 5000;

interface Upstream {
  url: string;
  agent: Agent;
  isHealthy: boolean;
}

/**
 * A reverse proxy that works like `deploy/proxy.Caddyfile` with two or more APIs: it checks their readiness, keeps connections open for a
 * short time, and sends a request to another API only if it can't connect to the first one.
 */
export class LoadBalancer {
  readonly #upstreams: Upstream[];
  readonly #server = createServer((incoming, outgoing) => void this.#forward(incoming, outgoing));
  readonly #stopping = new AbortController();
  #turn = 0;

  constructor(urls: readonly string[]) {
    this.#upstreams = urls.map((url) => ({
      url,
      agent: new Agent({ keepAlive: true, timeout: IDLE_MS }),
      isHealthy: true,
    }));
  }

  /** Starts the proxy and returns its URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    for (const upstream of this.#upstreams) void this.#watch(upstream);
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#stopping.abort();
    this.#server.closeAllConnections();
    this.#server.close();
    for (const { agent } of this.#upstreams) agent.destroy();
  }

  async #watch(upstream: Upstream): Promise<void> {
    for (const { signal } = this.#stopping; !signal.aborted;) {
      upstream.isHealthy = await fetch(`${upstream.url}/health/ready`, { signal }).then(
        ({ ok }) => ok,
        () => false,
      );
      await pause(CHECK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  #next(): Upstream | undefined {
    const healthy = this.#upstreams.filter(({ isHealthy }) => isHealthy);
    this.#turn += 1;
    return healthy[this.#turn % Math.max(1, healthy.length)];
  }

  async #forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    for (const deadline = Date.now() + CONNECT_TIMEOUT_MS; Date.now() < deadline;) {
      const upstream = this.#next();
      if (upstream && (await this.#send(upstream, incoming, body, outgoing))) return;
      await pause(20);
    }
    outgoing.writeHead(503).end();
  }

  /** Returns false when no connection could be made. */
  #send({ url, agent }: Upstream, { method, url: path, headers }: IncomingMessage, body: Buffer, to: ServerResponse) {
    return new Promise<boolean>((resolve) => {
      const sent = request(`${url}${path}`, { method, headers, agent }, (response) => {
        const { connection: _connection, 'keep-alive': _keepAlive, ...forwarded } = response.headers;
        to.writeHead(response.statusCode ?? 502, forwarded);
        response.pipe(to);
        response.on('error', () => to.destroy());
        resolve(true);
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return resolve(false);
        if (!to.headersSent) to.writeHead(502).end();
        return resolve(true);
      });
      sent.end(body);
    });
  }
}
