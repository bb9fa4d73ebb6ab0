import { Module } from '@nestjs/common';
import { SearchQueries } from './search-queries.ts';
import { UnusedWords } from './unused-words.ts';

/** Turns search text into queries, for all modules with a search. */
@Module({ providers: [SearchQueries], exports: [SearchQueries] })
export class SearchModule {}

@Module({ providers: [UnusedWords] })
export class SearchWorkerModule {}
