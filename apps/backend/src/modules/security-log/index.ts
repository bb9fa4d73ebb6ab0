import { Global, Injectable, Module } from '@nestjs/common';
import { Database, col, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';
import { SecurityLogQueries } from './security-log-queries.ts';
import { SecurityLog } from './security-log.ts';

/** Deletes events that are older than 90 days. A database function does that, because the application's role may not delete events. */
const DELETE = statement('security-events-expire', 'select delete_expired_security_events() as removed', {
  removed: col.int,
});

/** Deletes old security events in the worker. */
@Injectable()
class ExpiredSecurityEvents {
  constructor(database: Database, retention: Retention) {
    retention.enforce('security-events', async () => (await database.row(DELETE))?.removed ?? 0);
  }
}

/** Provides the security log to every module of the API. */
@Global()
@Module({ providers: [SecurityLog, SecurityLogQueries], exports: [SecurityLog, SecurityLogQueries] })
export class SecurityLogHttpModule {}

@Module({ providers: [ExpiredSecurityEvents] })
export class SecurityLogWorkerModule {}

export { SecurityLog, recordRejectedRequests } from './security-log.ts';
export { SecurityLogQueries } from './security-log-queries.ts';
