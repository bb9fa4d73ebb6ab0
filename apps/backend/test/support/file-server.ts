import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Handler = (response: ServerResponse, request: IncomingMessage, count: number) => unknown;

export interface FileServer {
  /** `http://127.0.0.1:port`. */
  url: string;
  host: string;
  /** Requested paths, in order. */
  requests: string[];
  /** The highest number of concurrent requests. */
  most(): number;
  /** Sets the response of a path. `count` is 1 for its first request. */
  at(path: string, handler: Handler | Buffer): string;
  stop(): Promise<void>;
}

/** A local HTTP file server that can misbehave like servers on the internet. */
export async function startFileServer(host = '127.0.0.1'): Promise<FileServer> {
  const handlers = new Map<string, Handler>();
  const counts = new Map<string, number>();
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let inside = 0;
  let most = 0;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    requests.push(path);
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    most = Math.max(most, (inside += 1));
    response.on('close', () => (inside -= 1));
    const handler = handlers.get(path);
    if (handler) handler(response, request, count);
    else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>');
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const named = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${named}:${port}`,
    host: `${named}:${port}`,
    requests,
    most: () => most,
    at(path, handler) {
      handlers.set(path, Buffer.isBuffer(handler) ? (response) => response.end(handler) : handler);
      return `http://${named}:${port}${path}`;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
