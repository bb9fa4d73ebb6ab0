export { InterruptedError, Problem, invalidFields, notFound, withErrorPath } from './problem.ts';
export { DiskFullError, StorageRejectedError, UnavailableError, isDatabaseUnavailable } from './unavailable.ts';
export {
  type ContextIds,
  NestLog,
  type Pino,
  createLog,
  currentRequestId,
  requestIdOf,
  runWithIds,
} from './logging.ts';
export { type OperationInput, Access, AnyOrigin, Contract } from './contract.decorator.ts';
export {
  type ExpectedVersion,
  type JsonText,
  expectVersion,
  jsonText,
  matchesEtag,
  recordEtag,
  withHeaders,
} from './responses.ts';
export { type MatchCount, type JsonItems, JsonPage, NO_ITEMS, type Page, page } from './page.ts';
export { escapeHtml, PLAIN_POLICY, plainPage } from './plain-page.ts';
export { unknownBodyFields } from './unknown-fields.ts';
export { parseOrProblem, parseOrReject } from './validation.ts';
export { behindTls, originOf } from './security.ts';
export { drainBody, fromForm, toFormProblem } from './request-body.ts';
export { Drain, Health, HealthError, HealthModule } from './health.ts';
export { Liveness } from './liveness.ts';
export { toProblem } from './to-problem.ts';
export { sendProblem } from './send-problem.ts';
export { Metrics, MetricsModule } from './metrics.ts';
export { runInSpan, startSpan, traceHeaders, withSpan } from './tracing.ts';
export { canReadMetrics } from './metrics-server.ts';
export { BatchLoader } from './batch-loader.ts';
