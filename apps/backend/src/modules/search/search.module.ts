import { Injectable, Module, Controller } from '@nestjs/common';
import { ListSearch } from './list-search.ts';
import { SearchCriteria } from './search-criteria.ts';
import { SearchQueries } from './search-queries.ts';
import { Database, LONG_STATEMENT_MS, REFRESH_SEARCH_WORDS } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';
import { ArchiveSearch } from './archive-search.ts';
import { searchOperations } from '@archive/contracts';
import { type OperationInput, Contract } from '../../common/index.ts';

/** Turns search text into queries, for all modules with a search. */
@Module({
  providers: [SearchQueries, SearchCriteria, ListSearch],
  exports: [SearchQueries, SearchCriteria, ListSearch],
})
export class SearchModule {}

@Controller()
class SearchController {
  constructor(private readonly search: ArchiveSearch) {}

  @Contract(searchOperations.all)
  all({ query: { kind: kinds, sort, limit, offset, ...filters } }: OperationInput<typeof searchOperations.all>) {
    return this.search.find(filters, { kinds, sort, limit, offset });
  }

  @Contract(searchOperations.overview)
  overview({ query: { kind: kinds, ...filters } }: OperationInput<typeof searchOperations.overview>) {
    return this.search.overview(filters, kinds);
  }

  @Contract(searchOperations.suggestions)
  suggestions({ query }: OperationInput<typeof searchOperations.suggestions>) {
    return this.search.suggest(query.q, query.curator_notes);
  }
}

@Module({ imports: [SearchModule], controllers: [SearchController], providers: [ArchiveSearch] })
export class SearchHttpModule {}

/** Deletes words that no record contains anymore. Runs in the worker. */
@Injectable()
class UnusedWords {
  constructor(database: Database, retention: Retention) {
    retention.enforce('search-words', () =>
      database.transaction((executor) => executor.execute(REFRESH_SEARCH_WORDS), {
        statementMs: LONG_STATEMENT_MS,
      }),
    );
  }
}

@Module({ providers: [UnusedWords] })
export class SearchWorkerModule {}
