import { Module } from '@nestjs/common';
import { SearchQueries } from './search-queries.ts';

/** Typed words made into searches, for every module that has something to find. */
@Module({ providers: [SearchQueries], exports: [SearchQueries] })
export class SearchModule {}
