export { type IdempotentRequest, runOnce } from './idempotency.ts';
export { IdempotencyModule } from './idempotency.module.ts';
export { Write, type WriteRequest } from './write-request.ts';
