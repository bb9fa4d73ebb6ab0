import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../common/index.ts';
import { type IdempotentRequest, idempotentRequest } from './idempotency.ts';

/** Who writes, and under which conditions. */
export interface WriteRequest {
  changedBy: string;
  /** The `If-Match` header; undefined accepts any version. */
  expected: string | undefined;
  /** Undefined without an `Idempotency-Key`. */
  idempotency: IdempotentRequest | undefined;
}

/** `update({ params, body }, @Write() write: WriteRequest)`. */
export const Write = createParamDecorator((_: unknown, context: ExecutionContext): WriteRequest => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (request.username === null) throw new Problem(401, 'Please sign in.');
  return {
    changedBy: request.username,
    expected: request.headers['if-match'],
    idempotency: idempotentRequest(request),
  };
});
