export { IdempotencyKey, type IdempotentRequest, runOnce } from './idempotency.ts';
export { IdempotencyModule } from './idempotency.module.ts';
