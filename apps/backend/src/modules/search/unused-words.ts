import { Injectable } from '@nestjs/common';
import { Database, LONG_STATEMENT_MS, REFRESH_SEARCH_WORDS } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';

/** Deletes words that no record contains anymore. Runs in the worker. */
@Injectable()
export class UnusedWords {
  constructor(database: Database, retention: Retention) {
    retention.enforce('search-words', () =>
      database.transaction((executor) => executor.execute(REFRESH_SEARCH_WORDS), {
        statementMs: LONG_STATEMENT_MS,
      }),
    );
  }
}
