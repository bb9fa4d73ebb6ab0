import { Injectable, Logger } from '@nestjs/common';
import { col, Database, statement } from '../../database/index.ts';
import { JobHandlers } from '../../queues/index.ts';

/** Older than 90 days. The application may not delete events itself. */
const DELETE = statement('security-events-expire', 'select delete_expired_security_events() as removed', {
  removed: col.int,
});

/** Deletes old security events in the worker. */
@Injectable()
export class ExpiredSecurityEvents {
  readonly #log = new Logger('Security');

  constructor(database: Database, handlers: JobHandlers) {
    handlers.handle('security-events-expire', async () => {
      const { removed = 0 } = (await database.row(DELETE)) ?? {};
      if (removed > 0) this.#log.log(`Deleted security events older than 90 days: ${removed}.`);
    });
  }
}
