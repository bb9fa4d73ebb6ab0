import { isNativeError } from 'node:util/types';
import { STORAGE_REJECTIONS } from '@archive/contracts';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problem.ts';
import { methodNotAllowed } from './route-table.ts';
import { sendProblem } from './send-problem.ts';
import { DiskFullError, StorageRejectedError, UnavailableError, isDatabaseUnavailable } from './unavailable.ts';

const MESSAGES: Record<number, string> = {
  400: 'The request could not be read.',
  401: 'Please sign in.',
  403: 'This is not allowed.',
  404: 'There’s nothing at this address.',
  405: 'This address does not support that method.',
  408: 'The request took too long to arrive.',
  413: 'The request is too large.',
  414: 'The address is too long.',
  415: 'This content type is not supported.',
  429: 'Too many requests. Please wait a moment.',
};

const unavailable = (dependency: string, cause: unknown) =>
  new Problem(503, `The ${dependency} is not available at the moment. Please try again shortly.`, {
    headers: { 'retry-after': '2' },
    cause,
  });

/** Not 503, which clients repeat, and 413 if the next file may be accepted. */
const rejected = (error: StorageRejectedError) =>
  new Problem(
    error.rejection === 'size' ? 413 : 507,
    `${error.file === undefined ? 'The file storage rejects this' : `“${error.file}” was not stored. The file storage rejects it`}: ${STORAGE_REJECTIONS[error.rejection].reason}. Trying again doesn’t help until this is fixed. Please tell technical support.`,
    { cause: error },
  );

/** The status of an error that Fastify throws before Nest sees the request. */
function fastifyStatus(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}

const code = (error: unknown) =>
  isNativeError(error) && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** PostgreSQL error codes of data exceptions (too long, out of range, invalid text) and exceeded program limits. */
const DATA_EXCEPTION = /^(?:22|54)[0-9A-Z]{3}$/;

/** The problem for a constraint violation. MikroORM's error has the driver's error as its cause. */
function constraintProblem(error: unknown): Problem | undefined {
  for (let current: unknown = error; isNativeError(current); current = current.cause) {
    const state = code(current);
    if (DATA_EXCEPTION.test(state)) return new Problem(422, 'A value is outside the allowed range.', { cause: error });
    switch (state) {
      case '23505':
        return new Problem(409, 'A record with this name or position already exists.', { cause: error });
      case '23503':
        return new Problem(409, 'Another record depends on this one, or a linked record was deleted.', {
          cause: error,
        });
      case '23514':
      case '23502':
        return new Problem(422, 'A value is outside the allowed range.', { cause: error });
      case '40001':
      case '40P01':
      case '55P03':
        return unavailable('record', error);
    }
  }
  return undefined;
}

/** Converts any thrown value to a problem. An unexpected error becomes a 500 without details. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DiskFullError)
    return new Problem(507, `The disk of the ${error.dependency} is full. Please tell technical support.`, {
      cause: error,
    });
  if (error instanceof StorageRejectedError) return rejected(error);
  if (error instanceof UnavailableError) return unavailable(error.dependency, error);
  if (error instanceof HttpException) {
    const status = error.getStatus();
    return new Problem(status, MESSAGES[status] ?? error.message, { cause: error });
  }
  const status = fastifyStatus(error);
  if (status < 500) return new Problem(status, MESSAGES[status] ?? 'The request was rejected.', { cause: error });
  if (isDatabaseUnavailable(error)) return unavailable('database', error);
  return (
    constraintProblem(error) ??
    new Problem(500, 'Something went wrong on the server. Please try again.', { cause: error })
  );
}

/** Converts every error to a problem document. Details that the response omits are in the log. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const original = toProblem(error);
    const problem = original.getStatus() === 404 ? (methodNotAllowed(request) ?? original) : original;
    const status = problem.getStatus();
    if (status >= 500)
      request.log.error(
        { err: problem.cause ?? error },
        status === 503 || status === 507 ? problem.detail : 'Request failed',
      );
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    sendProblem(request, reply, problem);
  }
}
