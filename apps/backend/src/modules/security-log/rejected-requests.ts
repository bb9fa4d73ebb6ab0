import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SecurityLog } from './security-log.ts';

/** Whether another site sent the request, according to the browser's headers. */
function isForeign({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site' || site === 'same-site') return true;
  return origin !== undefined && origin !== publicUrl && URL.parse(origin)?.host !== host;
}

const RESUMABLE = '/media-uploads';
const UNSUPPORTED = 415;
/** The status of a request for a host that isn't the archive's. */
const MISDIRECTED = 421;

/**
 * Whether a rejected request was about a file: it was sent as a form or in parts, or the operation can reject a file. Such operations
 * accept JSON, and reject other bodies with the same status.
 */
function isOfFile({ headers, routeOptions: { config, url = '' } }: FastifyRequest): boolean {
  const { operation } = config;
  if (operation?.multipart !== undefined || url.startsWith(RESUMABLE)) return true;
  const type = headers['content-type'];
  return (
    operation?.errors?.includes(UNSUPPORTED) === true && (type === undefined || type.startsWith('application/json'))
  );
}

const REASONS: Readonly<Record<number, string>> = { 413: 'size', [UNSUPPORTED]: 'type' };

/** Records rejected requests from other sites and rejected files, based on the status of the response. */
export function recordRejectedRequests(server: FastifyInstance, log: SecurityLog, publicUrl: string | undefined): void {
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const { username: actor, ip: address, id: requestId } = request;
    const details = { route: request.routeOptions.url ?? 'none' };
    const isMisdirected = statusCode === MISDIRECTED;
    if (isMisdirected || (statusCode === 403 && isForeign(request, publicUrl)))
      log.record({
        kind: 'origin-rejected',
        actor,
        address,
        requestId,
        details: {
          ...details,
          origin: (request.headers.origin ?? 'none').slice(0, 200),
          ...(isMisdirected && { host: request.host.slice(0, 200) }),
        },
      });
    const reason = REASONS[statusCode];
    if (reason !== undefined && isOfFile(request))
      log.record({ kind: 'file-rejected', actor, address, requestId, details: { ...details, reason } });
    done();
  });
}
