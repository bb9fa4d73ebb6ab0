import { RequestMethod } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.ts';

const YEAR_SECONDS = 31_536_000;

/** Additional origin from which browsers load library files, and to which they send parts of large files. None unless configured. */
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

/** Whether the browser connects over TLS. If so, cookies are `Secure`, and HSTS is set. */
export function behindTls(config: Config, request: FastifyRequest): boolean {
  return config.publicUrl?.startsWith('https:') === true || request.protocol === 'https';
}

/** The origin that users see: the configured one, or else that of this request. */
export const originOf = (config: Config, { protocol, host }: FastifyRequest): string =>
  config.publicUrl ?? `${protocol}://${host}`;

/** Adds security headers to every response, including errors, and CSRF protection. */
export function registerSecurityHeaders(app: NestFastifyApplication, config: Config): void {
  app.useSecurityHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: false,
    // These headers are for obsolete browsers or covered by the policy above. Fastify doesn't send `X-Powered-By` anyway.
    xDownloadOptions: false,
    xFrameOptions: false,
    xPermittedCrossDomainPolicies: false,
    xPoweredBy: false,
    xXssProtection: false,
  });
  app.enableCsrfProtection({
    ...(config.publicUrl ? { trustedOrigins: [config.publicUrl] } : {}),
    // Its page is in a sandbox, so its form has the origin `null`. The address contains a secret instead.
    exclude: [{ path: '/confirm/:id', method: RequestMethod.POST }],
  });
}

export function requireTls(server: FastifyInstance, config: Config): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (behindTls(config, request))
      reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}; includeSubDomains`);
    done();
  });
}

/**
 * Allows any origin to read the responses of routes that declare it, including errors (CORS). Because `*` excludes credentials, browsers
 * send these requests without a session, so viewers on other websites get 401.
 */
export function allowAnyOrigin(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.anyOrigin === true) reply.header('access-control-allow-origin', '*');
    done();
  });
}
