import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.ts';
import { Database, statement } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';

const DELETE_SESSIONS = statement(
  'session-delete-expired',
  'delete from session where expires_at <= now() or created_at <= now() - make_interval(days => $1)',
);
const DELETE_CONFIRMATIONS = statement(
  'confirmations-delete-expired',
  `delete from confirmation where created_at <= now() - interval '1 hour'`,
);
const DELETE_ATTEMPTS = statement('login-attempts-delete-expired', 'delete from login_attempt where expire < $1');

/** Deletes expired sessions, confirmations and counts of failed sign-ins. Runs in the worker. */
@Injectable()
export class ExpiredSignIns {
  constructor(@Inject(CONFIG) config: Config, database: Database, retention: Retention) {
    retention.enforce('sessions', () => database.execute(DELETE_SESSIONS, [config.sessionMaxDays]));
    retention.enforce('confirmations', () => database.execute(DELETE_CONFIRMATIONS));
    retention.enforce('login-attempts', () => database.execute(DELETE_ATTEMPTS, [Date.now()]));
  }
}
