import type { FastifyReply, FastifyRequest } from 'fastify';

export type CookieName = 'session' | 'device';

/** `__Host-` binds the cookie to this host, TLS and the whole site; browsers accept it only over TLS. */
const nameOf = (name: CookieName, tls: boolean) => (tls ? `__Host-${name}` : name);

export function readCookie(request: FastifyRequest, name: CookieName, tls: boolean): string | undefined {
  const prefix = `${nameOf(name, tls)}=`;
  const pairs = request.headers.cookie?.split(';') ?? [];
  return pairs
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Adds a cookie to the response that scripts cannot read. */
export function addCookie(reply: FastifyReply, name: CookieName, value: string, seconds: number, tls: boolean): void {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${tls ? '; Secure' : ''}`;
  reply.header('set-cookie', `${nameOf(name, tls)}=${value}; Max-Age=${seconds}; ${attributes}`);
}
