import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SecurityLog } from './security-log.ts';

/** Whether a browser says that another site sent the request. */
function isForeign({ headers, host }: FastifyRequest, publicUrl: string | undefined): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'cross-site' || site === 'same-site') return true;
  return origin !== undefined && origin !== publicUrl && URL.parse(origin)?.host !== host;
}

const takesFile = ({ routeOptions: { config } }: FastifyRequest) => config.operation?.multipart !== undefined;

/** Records requests from other sites and uploaded files that were rejected, by the status of the response. */
export function recordRejectedRequests(server: FastifyInstance, log: SecurityLog, publicUrl: string | undefined): void {
  server.addHook('onResponse', (request, { statusCode }, done) => {
    const { username: actor, ip: address, id: requestId } = request;
    const details = { route: request.routeOptions.url ?? 'none' };
    if (statusCode === 403 && isForeign(request, publicUrl))
      log.record({
        kind: 'origin-rejected',
        actor,
        address,
        requestId,
        details: { ...details, origin: (request.headers.origin ?? 'none').slice(0, 200) },
      });
    else if (statusCode === 415 && takesFile(request))
      log.record({ kind: 'file-rejected', actor, address, requestId, details });
    done();
  });
}
