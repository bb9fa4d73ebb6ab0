import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems assign by themselves: to an outgoing connection, or to a server that asks for any port.
 * Those could take a port between this check and its use, or while its server restarts.
 */
const FIRST = 20_000;
const LAST = 32_000;
const TRIES = 100;

/** A port on `host` that no server listens on. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    const error = await listenError(host, port);
    if (error === undefined) return port;
    const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
    if (!isTaken || attempt === TRIES) throw error;
  }
}

function listenError(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
