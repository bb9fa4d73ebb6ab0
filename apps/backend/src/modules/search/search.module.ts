import { Module } from '@nestjs/common';
import { SearchQueries } from './search-queries.ts';

/** Turns search text into queries, for all modules with a search. */
@Module({ providers: [SearchQueries], exports: [SearchQueries] })
export class SearchModule {}
