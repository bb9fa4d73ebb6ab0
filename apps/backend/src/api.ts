import { constants } from 'node:zlib';
import { BODY_BYTES } from '@archive/contracts';
import compress from '@fastify/compress';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { ApiModule } from './api.module.ts';
import { shapeResponses } from './common/responses.ts';
import { serveFromCache, ResponseCache } from './common/response-cache.ts';
import { NestLog, type Pino, requestIdOf } from './common/logging.ts';
import { toProblem } from './common/to-problem.ts';
import { Metrics } from './common/metrics.ts';
import { logRequests, measureRequests, traceRequests } from './common/request-traces.ts';
import { continueWhenAccepted, limitConnections, limitPipelining } from './common/connection-limits.ts';
import { limitRequests, serverLimits } from './common/request-limits.ts';
import { limitResponses } from './common/response-limits.ts';
import { recordRoutes } from './common/route-table.ts';
import { rejectConnection, sendProblem } from './common/send-problem.ts';
import { readJson } from './common/request-body.ts';
import { requireAllowedHost } from './common/allowed-hosts.ts';
import { allowAnyOrigin, registerSecurityHeaders, requireTls } from './common/security.ts';
import type { Config } from './config/index.ts';
import { allowReplicaReads } from './database/index.ts';
import { Confirmations, SessionGuard } from './modules/auth/index.ts';
import { recordRejectedRequests, SecurityLog } from './modules/security-log/index.ts';
import { routableUrl } from './modules/frontends/index.ts';
import { DiskSpace } from './modules/storage/index.ts';

const BROTLI_QUALITY = 4;
const BARE_HEADERS = { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' };

function adapterOf(config: Config, log: Pino): FastifyAdapter {
  const hops = config.trustProxy;
  return new FastifyAdapter({
    loggerInstance: log,
    // Log lines get the request id from the async context, so requests share one logger.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    // Requests that arrive while the server is closing get a normal response, because their clients can't know that it is closing.
    return503OnClosing: false,
    logController: new LogController({ disableRequestLogging: true }),
    // Malformed URLs fail before any hook runs.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      sendProblem(request, reply.headers(BARE_HEADERS), toProblem(error));
    },
    clientErrorHandler: rejectConnection,
    genReqId: requestIdOf,
    bodyLimit: BODY_BYTES.default,
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // No Nest middleware is used, and requests are faster without its engine.
    skipMiddie: true,
    multipart: { limits: { files: 1, fields: 30, fileSize: config.maxUploadBytes } },
    forceCloseConnections: 'idle',
    ...serverLimits,
  });
}

/** Creates the HTTP application. It doesn't listen yet. */
export async function createApi(
  config: Config,
  log: Pino,
  cache = new ResponseCache(),
): Promise<NestFastifyApplication> {
  const adapter = adapterOf(config, log);
  const server = adapter.getInstance();
  recordRoutes(server);
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(config), adapter, {
    logger: new NestLog(log),
    abortOnError: false,
    bodyParser: false,
  });
  registerSecurityHeaders(app, config);
  limitPipelining(server);
  limitConnections(server, config);
  limitRequests(server, config);
  limitResponses(server);
  logRequests(server);
  traceRequests(server);
  measureRequests(server, app.get(Metrics, { strict: false }));
  requireAllowedHost(server, config);
  requireTls(server, config);
  allowAnyOrigin(server);
  recordRejectedRequests(server, app.get(SecurityLog, { strict: false }), config.publicUrl);
  app.get(SessionGuard, { strict: false }).guard(server);
  app.get(Confirmations, { strict: false }).guard(server);
  app.get(DiskSpace, { strict: false }).guard(server);
  continueWhenAccepted(server);
  serveFromCache(server, cache);
  if (config.database.readUrl !== undefined) allowReplicaReads(server);
  readJson(server);
  shapeResponses(server, cache);
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 2048,
    customTypes: /^(?:application\/(?:problem\+|ld\+)?json|text\/(?:html|css|javascript))/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  return app;
}
