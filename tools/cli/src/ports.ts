import { UserError } from '@archive/postgres';
import { createServer } from 'node:net';

/** Rejects with a `UserError` when a server could not listen on this address. */
export function requireFreePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new UserError(describeError(error, host, port))));
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  });
}

function describeError({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is in use by another program. Stop it, or set another PORT.`;
  if (code === 'EACCES') return `Port ${port} is reserved for root. Set PORT to 1024 or higher.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `HOST "${host}" is not an address of this machine.`;
  return `The server cannot listen on ${host} port ${port}: ${message}`;
}
