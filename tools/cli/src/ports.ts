import { Refusal } from '@archive/postgres';
import { createServer } from 'node:net';

/** Refuses, in a sentence, an address that a server could not listen on now. */
export function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new Refusal(explain(error, host, port))));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

function explain({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program: stop it, or choose another with PORT.`;
  if (code === 'EACCES') return `Port ${port} may only be used by root: choose one above 1023 with PORT.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST "${host}" is no address of this machine.`;
  return `The server cannot listen on ${host} port ${port}: ${message}`;
}

/** A port that is free on `host` now. */
export function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no address')),
      );
    });
  });
}
