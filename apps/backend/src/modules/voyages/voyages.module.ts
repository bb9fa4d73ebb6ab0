import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { PassengerWrites } from './passenger-writes.ts';
import { PassengersController } from './passengers.controller.ts';
import { VoyageCounts } from './voyage-counts.ts';
import { VoyageFilters } from './voyage-filters.ts';
import { VoyageMediaController } from './voyage-media.controller.ts';
import { VoyageMediaWrites } from './voyage-media-writes.ts';
import { VoyageReads } from './voyage-reads.ts';
import { VoyageWrites } from './voyage-writes.ts';
import { VoyageWritesController } from './voyage-writes.controller.ts';
import { VoyagesController } from './voyages.controller.ts';

@Module({
  imports: [SearchModule],
  controllers: [VoyagesController, VoyageWritesController, PassengersController, VoyageMediaController],
  providers: [VoyageFilters, VoyageCounts, VoyageReads, VoyageWrites, PassengerWrites, VoyageMediaWrites],
  exports: [VoyageReads],
})
export class VoyagesHttpModule {}
