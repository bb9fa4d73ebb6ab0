import type { FastifyReply, FastifyRequest } from 'fastify';

/** `__Host-` binds the cookie to this host, TLS and the whole site; browsers accept it only over TLS. */
const nameOf = (tls: boolean) => (tls ? '__Host-session' : 'session');

const attributes = (tls: boolean) => `Path=/; HttpOnly; SameSite=Lax${tls ? '; Secure' : ''}`;

export function readSessionCookie(request: FastifyRequest, tls: boolean): string | undefined {
  const prefix = `${nameOf(tls)}=`;
  const pairs = request.headers.cookie?.split(';') ?? [];
  return pairs
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}

export function setSessionCookie(reply: FastifyReply, token: string, seconds: number, tls: boolean): void {
  reply.header('set-cookie', `${nameOf(tls)}=${token}; Max-Age=${seconds}; ${attributes(tls)}`);
}

export function clearSessionCookie(reply: FastifyReply, tls: boolean): void {
  reply.header('set-cookie', `${nameOf(tls)}=; Max-Age=0; ${attributes(tls)}`);
}
