import { Injectable } from '@nestjs/common';
import { col, Database, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';

/** Deletes events that are older than 90 days. A database function does that, because the application's role may not delete events. */
const DELETE = statement('security-events-expire', 'select delete_expired_security_events() as removed', {
  removed: col.int,
});

/** Deletes old security events in the worker. */
@Injectable()
export class ExpiredSecurityEvents {
  constructor(database: Database, retention: Retention) {
    retention.enforce('security-events', async () => (await database.row(DELETE))?.removed ?? 0);
  }
}
