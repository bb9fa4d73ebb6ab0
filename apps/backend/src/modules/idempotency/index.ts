import { Injectable, Module } from '@nestjs/common';
import { Database, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';
import { IDEMPOTENCY_DAYS } from './idempotency.ts';

const DELETE_EXPIRED = statement(
  'idempotency-delete-expired',
  `delete from idempotency_key where created_at < now() - make_interval(days => ${IDEMPOTENCY_DAYS})`,
);

/** Deletes expired idempotency keys. Runs in the worker. */
@Injectable()
class ExpiredIdempotencyKeys {
  constructor(database: Database, retention: Retention) {
    retention.enforce('idempotency-keys', () => database.execute(DELETE_EXPIRED));
  }
}

@Module({ providers: [ExpiredIdempotencyKeys] })
export class IdempotencyWorkerModule {}

export { type IdempotentRequest, Write, type WriteRequest, runOnce } from './idempotency.ts';
