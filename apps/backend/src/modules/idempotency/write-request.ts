import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../common/index.ts';
import { type IdempotentRequest, idempotentRequest } from './idempotency.ts';

/** The author and the conditions of a write. */
export interface WriteRequest {
  changedBy: string;
  /** The version in the `If-Match` header; undefined accepts any version. */
  expected: string | undefined;
  /** Undefined without an `Idempotency-Key`. */
  idempotency: IdempotentRequest | undefined;
}

/** Injects a `WriteRequest` into a handler: `update({ params, body }, @Write() write: WriteRequest)`. */
export const Write = createParamDecorator((_: unknown, context: ExecutionContext): WriteRequest => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (request.username === null) throw new Problem(401, 'Please sign in.');
  return {
    changedBy: request.username,
    expected: request.headers['if-match'],
    idempotency: idempotentRequest(request),
  };
});
