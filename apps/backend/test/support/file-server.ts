import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Answer = (response: ServerResponse, request: IncomingMessage, count: number) => unknown;

export interface FileServer {
  /** `http://127.0.0.1:port`. */
  url: string;
  host: string;
  /** Paths that were asked for, in their order. */
  requests: string[];
  /** The most answers that were under way at one time. */
  most(): number;
  /** What stands at a path, from now on. `count` is 1 at the first request for it. */
  at(path: string, answer: Answer | Buffer): string;
  stop(): Promise<void>;
}

/** A server of files on loopback, with all that servers of the internet do wrong. */
export async function startFileServer(host = '127.0.0.1'): Promise<FileServer> {
  const answers = new Map<string, Answer>();
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
    const answer = answers.get(path);
    if (answer) answer(response, request, count);
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
    at(path, answer) {
      answers.set(path, Buffer.isBuffer(answer) ? (response) => response.end(answer) : answer);
      return `http://${named}:${port}${path}`;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
