import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems assign automatically: to an outgoing connection, or to a server that asks for any port.
 * Those could take a port between this check and its use, or while its server restarts.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const MAX_ATTEMPTS = 100;

/** A port on `host` that no server listens on. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    const error = await listenError(host, port);
    if (error === undefined) return port;
    const isTaken = error.code === 'EADDRINUSE' || error.code === 'EACCES';
    if (!isTaken || attempt === MAX_ATTEMPTS) throw error;
  }
}

function listenError(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', resolve);
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)));
  });
}
