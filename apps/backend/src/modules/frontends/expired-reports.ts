import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';

const DELETE_REPORTS = statement(
  'frontend-reports-expire',
  `delete from frontend_report where reported_at < now() - interval '30 days'`,
);
const DELETE_PAGES = statement(
  'frontend-page-reports-expire',
  `delete from frontend_page_report where reported_at < now() - interval '30 days'`,
);

/** Deletes old browser reports in the worker. */
@Injectable()
export class ExpiredReports {
  constructor(database: Database, retention: Retention) {
    retention.enforce(
      'frontend-reports',
      async () => (await database.execute(DELETE_REPORTS)) + (await database.execute(DELETE_PAGES)),
    );
  }
}
