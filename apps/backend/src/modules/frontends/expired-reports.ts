import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';

const DELETE = statement(
  'frontend-reports-expire',
  `delete from frontend_report where reported_at < now() - interval '30 days'`,
);

/** Deletes old browser reports in the worker. */
@Injectable()
export class ExpiredReports {
  constructor(database: Database, retention: Retention) {
    retention.enforce('frontend-reports', () => database.execute(DELETE));
  }
}
