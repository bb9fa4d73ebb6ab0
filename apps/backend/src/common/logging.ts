import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isNativeError } from 'node:util/types';
import type { LoggerService } from '@nestjs/common';
import { type Logger as Pino, type LoggerOptions, pino } from 'pino';
import type { Config } from '../config/index.ts';
import { currentSpan } from './tracing.ts';

export type { Pino };

const SECRETS = ['password', 'token', 'cookie', 'authorization', 'secretAccessKey', 'set-cookie'];

/** Creates the process's log: JSON lines on standard output, or human-readable lines in development on a terminal. */
export async function createLog(config: Config, processName: string): Promise<Pino> {
  const options: LoggerOptions = {
    level: config.logLevel,
    base: { process: processName, pid: process.pid },
    redact: {
      paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `headers["${name}"]`]),
      censor: '[secret]',
    },
    mixin: () => {
      const span = currentSpan();
      return { ...currentIds(), ...(span ? { trace_id: span.traceId, span_id: span.spanId } : {}) };
    },
    formatters: { level: (level) => ({ level }) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (config.environment !== 'development' || !process.stdout.isTTY) return pino(options, logDestination(STDOUT));
  const { default: pretty } = await import('pino-pretty');
  return pino(options, pretty({ colorize: true, sync: true, ignore: 'pid,process', translateTime: 'HH:MM:ss.l' }));
}

const STDOUT = 1;
/** Maximum number of bytes buffered while the disk is full. Further lines are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

let dropped = 0;
/** Number of log lines that this process could not write. */
export const droppedLogLines = () => dropped;

/**
 * The log's destination. If the disk is full, it buffers lines up to a limit and then drops them, so that a full disk never ends the
 * process.
 */
export function logDestination(fd: number) {
  const destination = pino.destination({ dest: fd, sync: true, maxLength: MAX_WAITING_BYTES });
  // Ignored, because buffered lines are written together with the next line.
  destination.on('error', () => undefined);
  destination.on('drop', () => (dropped += 1));
  return destination;
}

/** Contexts of Nest's startup messages, which are logged at debug level. */
const STARTUP_CONTEXTS = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
]);

/** Adapts the process's log to Nest's logger interface. Every `new Logger(Name)` writes to it. */
export class NestLog implements LoggerService {
  readonly #log: Pino;

  constructor(log: Pino) {
    this.#log = log;
  }

  log(message: unknown, ...optionalParams: unknown[]) {
    this.#write(STARTUP_CONTEXTS.has(contextOf(optionalParams) ?? '') ? 'debug' : 'info', message, optionalParams);
  }

  error(message: unknown, ...optionalParams: unknown[]) {
    this.#write('error', message, optionalParams);
  }

  warn(message: unknown, ...optionalParams: unknown[]) {
    this.#write('warn', message, optionalParams);
  }

  debug(message: unknown, ...optionalParams: unknown[]) {
    this.#write('debug', message, optionalParams);
  }

  verbose(message: unknown, ...optionalParams: unknown[]) {
    this.#write('trace', message, optionalParams);
  }

  fatal(message: unknown, ...optionalParams: unknown[]) {
    this.#write('fatal', message, optionalParams);
  }

  #write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', message: unknown, optionalParams: unknown[]) {
    const details = optionalParams.slice(0, -1);
    const error = [message, ...details].find((value) => isNativeError(value));
    const stack = details.find((value) => typeof value === 'string' && value.includes('\n    at '));
    const fields = isRecord(message) ? message : {};
    this.#log[level](
      { ...fields, context: contextOf(optionalParams), err: error, stack },
      typeof message === 'string' ? message : undefined,
    );
  }
}

/** Whether a message is an object with the fields of a structured line: `log.log({ event: 'x' })`. */
const isRecord = (message: unknown): message is Record<string, unknown> =>
  typeof message === 'object' && message !== null && !isNativeError(message);

/** The name of the logger, which Nest passes as the last argument. */
function contextOf(optionalParams: unknown[]): string | undefined {
  const last = optionalParams.at(-1);
  return typeof last === 'string' ? last : undefined;
}

/** Ids that are added to log lines of the running code: `request_id` and, in a worker, `queue`, `job`, `job_id` and the payload's ids. */
export type ContextIds = Readonly<Record<string, string | number>>;

const storage = new AsyncLocalStorage<ContextIds>();

/** Adds ids to the current ones while `work` runs. */
export function runWithIds<T>(ids: ContextIds, work: () => T): T {
  return storage.run({ ...storage.getStore(), ...ids }, work);
}

export function currentIds(): ContextIds {
  return storage.getStore() ?? {};
}

/** Id of the current request, or of the request that queued the current job; undefined outside both. */
export function currentRequestId(): string | undefined {
  const id = currentIds().request_id;
  return id === undefined ? undefined : String(id);
}

/** A client's id is accepted when it is safe in logs and headers. */
const SAFE = /^[\w.:-]{8,128}$/;

export function requestIdOf(request: { headers: IncomingHttpHeaders }): string {
  const clientId = request.headers['x-request-id'];
  return typeof clientId === 'string' && SAFE.test(clientId) ? clientId : randomUUID();
}
