import type { FastifyReply, FastifyRequest } from 'fastify';

export type CookieName = 'session' | 'device';

/** `__Host-` limits a cookie to this exact host and requires `Secure` and `Path=/`, so it is used only with TLS. */
const nameOf = (name: CookieName, tls: boolean) => (tls ? `__Host-${name}` : name);

export function readCookie(request: FastifyRequest, name: CookieName, tls: boolean): string | undefined {
  const prefix = `${nameOf(name, tls)}=`;
  const pairs = request.headers.cookie?.split(';') ?? [];
  return pairs
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

/** Sets an HttpOnly cookie on the response. */
export function setCookie(reply: FastifyReply, name: CookieName, value: string, seconds: number, tls: boolean): void {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${tls ? '; Secure' : ''}`;
  reply.header('set-cookie', `${nameOf(name, tls)}=${value}; Max-Age=${seconds}; ${attributes}`);
}
