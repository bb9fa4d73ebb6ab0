import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.ts';

const YEAR_SECONDS = 31_536_000;

/** Origin from which browsers load library files, and to which they send parts of large ones; this server unless configured. */
function fileOrigins({ s3 }: Config): string[] {
  if (s3?.publicUrl === undefined) return [];
  const url = new URL(s3.publicUrl);
  if (!s3.forcePathStyle) url.host = `${s3.bucket}.${url.host}`;
  return [url.origin];
}

/** Module Federation loads remotes from this origin and sets no inline styles, so the policy has no exceptions for it. */
function contentSecurityPolicy(config: Config) {
  const files = fileOrigins(config);
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...files],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...files],
    'frame-src': ["'self'", ...files],
    'media-src': ["'self'", 'blob:', ...files],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  };
}

/** Whether the browser connects over TLS: cookies are then `Secure`, and HSTS is set. */
export function behindTls(config: Config, request: FastifyRequest): boolean {
  return config.publicUrl?.startsWith('https:') === true || request.protocol === 'https';
}

/** The address that people use: the configured one, or else the one of this request. */
export const originOf = (config: Config, { protocol, host }: FastifyRequest): string =>
  config.publicUrl ?? `${protocol}://${host}`;

/** Security headers on every response, errors included, and CSRF protection. */
export function registerSecurityHeaders(app: NestFastifyApplication, config: Config): void {
  app.useSecurityHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
    // Headers for obsolete browsers or covered by the policy above; Fastify does not identify itself anyway.
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });
  app.enableCsrfProtection(config.publicUrl ? { trustedOrigins: [config.publicUrl] } : {});
}

export function requireTls(server: FastifyInstance, config: Config): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (behindTls(config, request))
      reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`);
    done();
  });
}

/**
 * Lets viewers on other websites read the routes that declare it, errors included. Browsers never send them with a session, because
 * `*` excludes credentials; such a viewer gets 401.
 */
export function allowAnyOrigin(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.anyOrigin === true) reply.header('access-control-allow-origin', '*');
    done();
  });
}
