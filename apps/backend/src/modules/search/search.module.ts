import { Module } from '@nestjs/common';
import { ListSearch } from './list-search.ts';
import { SearchCriteria } from './search-criteria.ts';
import { SearchQueries } from './search-queries.ts';
import { UnusedWords } from './unused-words.ts';

/** Turns search text into queries, for all modules with a search. */
@Module({
  providers: [SearchQueries, SearchCriteria, ListSearch],
  exports: [SearchQueries, SearchCriteria, ListSearch],
})
export class SearchModule {}

@Module({ providers: [UnusedWords] })
export class SearchWorkerModule {}
