import { Injectable } from '@nestjs/common';
import { col, Database, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';

/** Older than 90 days. The application may not delete events itself. */
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
