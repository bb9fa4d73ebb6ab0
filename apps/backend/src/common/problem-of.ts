import { isNativeError } from 'node:util/types';
import { HttpException } from '@nestjs/common';
import { AwayError, isDatabaseAway } from '../database/index.ts';
import { Problem } from './problem.ts';

const SENTENCES: Record<number, string> = {
  400: 'The request could not be read.',
  401: 'Please sign in.',
  403: 'This is not allowed.',
  404: 'There is nothing at this address.',
  405: 'This address does not take that kind of request.',
  413: 'What was sent is too large.',
  414: 'The address is too long.',
  415: 'This kind of content is not taken here.',
  429: 'Too many requests. Please wait a moment.',
};

const away = (dependency: string, cause: unknown) =>
  new Problem(503, `The ${dependency} is not available at the moment. Please try again shortly.`, {
    headers: { 'retry-after': '2' },
    cause,
  });

/** Fastify's own refusals, made before Nest has seen the request, bear their status. */
function fastifyStatus(error: unknown): number {
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 ? status : 500;
}

const code = (error: unknown) =>
  isNativeError(error) && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** PostgreSQL: data exceptions (too long, out of range, no text), and limits of the program, as of the words of one record. */
const DATA_EXCEPTION = /^(?:22|54)[0-9A-Z]{3}$/;

/** PostgreSQL's refusals of a change, wherever MikroORM has wrapped them. */
function constraintProblem(error: unknown): Problem | undefined {
  for (let at: unknown = error; isNativeError(at); at = at.cause) {
    const state = code(at);
    if (DATA_EXCEPTION.test(state))
      return new Problem(422, 'A value is outside of what the archive can hold.', { cause: error });
    switch (state) {
      case '23505':
        return new Problem(409, 'Something of that name or place exists already.', { cause: error });
      case '23503':
        return new Problem(409, 'Another record depends on this one, or the record it names is gone.', {
          cause: error,
        });
      case '23514':
      case '23502':
        return new Problem(422, 'A value is outside of what the archive can hold.', { cause: error });
      case '40001':
      case '40P01':
      case '55P03':
        return away('record', error);
    }
  }
  return undefined;
}

/** The problem to answer for whatever was thrown. What nobody foresaw is a 500 that tells no detail. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof AwayError) return away(error.dependency, error);
  if (error instanceof HttpException) {
    const status = error.getStatus();
    return new Problem(status, SENTENCES[status] ?? error.message, { cause: error });
  }
  const status = fastifyStatus(error);
  if (status < 500) return new Problem(status, SENTENCES[status] ?? 'The request was refused.', { cause: error });
  if (isDatabaseAway(error)) return away('database', error);
  return (
    constraintProblem(error) ??
    new Problem(500, 'Something went wrong on the server. It has been noted; please try again.', { cause: error })
  );
}
