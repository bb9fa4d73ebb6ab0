import { Injectable, Logger } from '@nestjs/common';
import { Database, statement } from '../../database/index.ts';
import { JobHandlers } from '../../queues/index.ts';

export const RETENTION_DAYS = 90;

const DELETE = statement(
  'security-events-expire',
  'delete from security_event where at < now() - make_interval(days => $1)',
);

/** Deletes old security events in the worker. */
@Injectable()
export class ExpiredSecurityEvents {
  readonly #log = new Logger('Security');

  constructor(database: Database, handlers: JobHandlers) {
    handlers.handle('security-events-expire', async () => {
      const removed = await database.execute(DELETE, [RETENTION_DAYS]);
      if (removed > 0) this.#log.log(`Deleted security events older than ${RETENTION_DAYS} days: ${removed}.`);
    });
  }
}
