import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { ApiModule } from './api.module.ts';
import { shapeAnswers } from './common/answers.ts';
import { answerFromKept, KeptAnswers } from './common/kept-answers.ts';
import { NestLog, type Pino } from './common/logging.ts';
import { problemOf } from './common/problem-of.ts';
import { Metrics } from './common/metrics.ts';
import { requestIdOf } from './common/request-id.ts';
import { followRequests } from './common/request-log.ts';
import { measureRequests } from './common/request-metrics.ts';
import { keepRouteTable } from './common/route-table.ts';
import { refuseConnection, sendProblem } from './common/send-problem.ts';
import { readJson } from './common/json-body.ts';
import { secure, stayWithTls } from './common/security.ts';
import type { Config } from './config/index.ts';
import { SessionGuard } from './modules/auth/index.ts';

const BODY_BYTES = 1024 * 1024;
const BROTLI_QUALITY = 4;
const BARE_HEADERS = { 'content-security-policy': "default-src 'none'", 'x-content-type-options': 'nosniff' };

function adapterOf(config: Config, log: Pino): FastifyAdapter {
  const hops = config.trustProxy;
  return new FastifyAdapter({
    loggerInstance: log,
    // Lines carry the request's id by its context, so no logger is made for each request.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    // An address that cannot be read is refused before any hook has run.
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      sendProblem(request, reply.headers(BARE_HEADERS), problemOf(error));
    },
    clientErrorHandler: refuseConnection,
    genReqId: requestIdOf,
    bodyLimit: BODY_BYTES,
    trustProxy: typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // No middleware of Nest's is used; without its engine a request is cheaper.
    skipMiddie: true,
    multipart: { limits: { files: 1, fields: 30, fileSize: config.maxUploadBytes } },
    forceCloseConnections: 'idle',
  });
}

/** The HTTP process as an application that does not listen yet. */
export async function createApi(config: Config, log: Pino, kept = new KeptAnswers()): Promise<NestFastifyApplication> {
  const adapter = adapterOf(config, log);
  const server = adapter.getInstance();
  keepRouteTable(server);
  const app = await NestFactory.create<NestFastifyApplication>(ApiModule.with(config), adapter, {
    logger: new NestLog(log),
    abortOnError: false,
    bodyParser: false,
  });
  secure(app, config);
  followRequests(server);
  measureRequests(server, app.get(Metrics, { strict: false }));
  stayWithTls(server, config);
  app.get(SessionGuard, { strict: false }).guard(server);
  answerFromKept(server, kept);
  readJson(server);
  shapeAnswers(server, kept);
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: 2048,
    customTypes: /^(?:application\/(?:problem\+)?json|text\/html)/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  return app;
}
