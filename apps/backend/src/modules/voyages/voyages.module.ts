import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { VoyageFilters } from './voyage-filters.ts';
import { VoyageReads } from './voyage-reads.ts';
import { VoyagesController } from './voyages.controller.ts';

@Module({ imports: [SearchModule], controllers: [VoyagesController], providers: [VoyageFilters, VoyageReads] })
export class VoyagesHttpModule {}
