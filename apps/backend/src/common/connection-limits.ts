import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { CONNECTION_LIMITS, MAX_CONNECTIONS } from '@archive/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.ts';

const UNAUTHORIZED = 401;
const LOG_INTERVAL_MS = 60_000;
/** Requests that a connection may send before the first of them is answered. Browsers and proxies send one at a time. */
const MAX_PIPELINED = 8;
/** Closed connections are counted until the system has removed them. */
const CLOSING = 200;

/**
 * Connections in the order of their last request, longest idle first. A set keeps the order in which its elements were added.
 */
class Connections {
  readonly anonymous = new Set<Socket>();
  readonly anonymousByAddress = new Map<string, Set<Socket>>();
  /** Connections with a request that had a session or a token. */
  readonly known = new Set<Socket>();

  get size(): number {
    return this.anonymous.size + this.known.size;
  }

  anonymousOf(address: string): Set<Socket> {
    let sockets = this.anonymousByAddress.get(address);
    if (!sockets) this.anonymousByAddress.set(address, (sockets = new Set()));
    return sockets;
  }

  /** Adds a connection, or moves it to the end of its set. */
  add(socket: Socket, address: string, isKnown: boolean): void {
    this.remove(socket, address);
    if (isKnown) this.known.add(socket);
    else {
      this.anonymous.add(socket);
      this.anonymousOf(address).add(socket);
    }
  }

  remove(socket: Socket, address: string): void {
    this.anonymous.delete(socket);
    this.known.delete(socket);
    const others = this.anonymousByAddress.get(address);
    others?.delete(socket);
    if (others?.size === 0) this.anonymousByAddress.delete(address);
  }
}

const first = <T>(items: Iterable<T>): T | undefined => {
  for (const item of items) return item;
  return undefined;
};

/**
 * Limits the number of connections, by address and in total. When a limit is reached, a new connection replaces the one that is idle the
 * longest, first anonymous ones, which had no request with a session or a token. Some places are only for the others, so anonymous
 * connections can't keep out people who have signed in. Behind a proxy, all connections are the proxy's, and only the total is limited.
 */
export function limitConnections(server: FastifyInstance, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  server.server.maxConnections = MAX_CONNECTIONS + CLOSING;
  const isDirect = trustProxy === false || trustProxy === 0;
  const connections = new Connections();
  const addresses = new WeakMap<Socket, string>();
  let closed = 0;

  const close = (socket: Socket, address = addresses.get(socket) ?? '') => {
    connections.remove(socket, address);
    socket.destroy();
    closed += 1;
  };
  /** The connection that a new one of this address replaces. */
  const replaced = (address: string): Socket | undefined => {
    const { anonymous, known } = connections;
    if (isDirect && connections.anonymousOf(address).size >= CONNECTION_LIMITS.anonymousPerAddress)
      return first(connections.anonymousOf(address));
    if (isDirect && anonymous.size >= CONNECTION_LIMITS.anonymous) return first(anonymous);
    return connections.size >= MAX_CONNECTIONS ? (first(anonymous) ?? first(known)) : undefined;
  };

  server.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const old = replaced(address);
    if (old) close(old);
    addresses.set(socket, address);
    connections.add(socket, address, false);
    socket.once('close', () => connections.remove(socket, address));
  });
  const use = (socket: Socket, isKnown: boolean) => {
    const address = addresses.get(socket);
    if (address !== undefined && !socket.destroyed) connections.add(socket, address, isKnown);
  };
  // Before the body arrives, which may take long.
  server.addHook('preParsing', ({ raw, username }, _reply, payload, done) => {
    use(raw.socket, username !== null || connections.known.has(raw.socket));
    done(null, payload);
  });
  // Public routes don't look up the session.
  server.addHook('onResponse', ({ raw, username }, { statusCode }, done) => {
    use(raw.socket, username !== null || (connections.known.has(raw.socket) && statusCode !== UNAUTHORIZED));
    done();
  });
  setInterval(() => {
    if (closed > 0) server.log.warn(`Too many connections: ${closed} idle ones were closed for new ones.`);
    closed = 0;
  }, LOG_INTERVAL_MS).unref();
}

/**
 * Closes connections that send many requests without waiting for the responses. Node handles all that arrive at once before it turns to
 * other connections, so thousands of them would keep everybody else waiting.
 */
export function limitPipelining(server: FastifyInstance): void {
  const open = new WeakMap<Socket, number>();
  server.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    if (count <= MAX_PIPELINED) return done();
    reply.hijack();
    socket.destroy();
  });
  server.addHook('onResponse', ({ raw: { socket } }, _reply, done) => {
    open.set(socket, (open.get(socket) ?? 1) - 1);
    done();
  });
}

/** Whether the declared body is too large. The parser then rejects the request without reading the body. */
const isTooLarge = ({ headers, routeOptions }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/json') === true &&
  Number(headers['content-length']) > routeOptions.bodyLimit;

/**
 * Asks clients that send `Expect: 100-continue` for their body only if the request isn't rejected because of its headers. Node would ask
 * for it before any check.
 */
export function continueWhenAccepted(server: FastifyInstance): void {
  const expecting = new WeakSet<IncomingMessage>();
  server.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    expecting.add(request);
    server.server.emit('request', request, response);
  });
  server.addHook('preParsing', (request, reply, payload, done) => {
    if (expecting.delete(request.raw) && !isTooLarge(request)) reply.raw.writeContinue();
    done(null, payload);
  });
}
