import { Module } from '@nestjs/common';
import { ArchiveSearch } from './archive-search.ts';
import { SearchController } from './search.controller.ts';
import { SearchModule } from './search.module.ts';

@Module({ imports: [SearchModule], controllers: [SearchController], providers: [ArchiveSearch] })
export class SearchHttpModule {}
