import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { PassengerCommands } from './passenger-commands.ts';
import { PassengersController } from './passengers.controller.ts';
import { VoyageCounts } from './voyage-counts.ts';
import { VoyageFilters } from './voyage-filters.ts';
import { VoyageMediaController } from './voyage-media.controller.ts';
import { VoyageMediaCommands } from './voyage-media-commands.ts';
import { VoyageQueries } from './voyage-queries.ts';
import { VoyageCommands } from './voyage-commands.ts';
import { VoyageCommandsController } from './voyage-commands.controller.ts';
import { VoyagesController } from './voyages.controller.ts';

@Module({
  imports: [SearchModule],
  controllers: [VoyagesController, VoyageCommandsController, PassengersController, VoyageMediaController],
  providers: [VoyageFilters, VoyageCounts, VoyageQueries, VoyageCommands, PassengerCommands, VoyageMediaCommands],
  exports: [VoyageQueries],
})
export class VoyagesHttpModule {}
