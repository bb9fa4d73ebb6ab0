export { type IdempotentRequest, runOnce } from './idempotency.ts';
export { IdempotencyWorkerModule } from './idempotency.module.ts';
export { Write, type WriteRequest } from './write-request.ts';
