import { Module } from '@nestjs/common';
import { ProposalsModule } from '../proposals/index.ts';
import { SearchModule } from '../search/index.ts';
import { FiguresController, FiguresQueries } from './figures.ts';
import { PassengerCommands } from './passenger-commands.ts';
import { VoyageCommands } from './voyage-commands.ts';
import { VoyageFilters } from './voyage-filters.ts';
import { VoyageMediaCommands } from './voyage-media-commands.ts';
import { VoyageCounts, VoyageQueries } from './voyage-queries.ts';
import {
  PassengersController,
  VoyageCommandsController,
  VoyageMediaController,
  VoyagesController,
} from './voyages.controller.ts';

@Module({
  imports: [ProposalsModule, SearchModule],
  controllers: [
    VoyagesController,
    FiguresController,
    VoyageCommandsController,
    PassengersController,
    VoyageMediaController,
  ],
  providers: [
    VoyageFilters,
    FiguresQueries,
    VoyageCounts,
    VoyageQueries,
    VoyageCommands,
    PassengerCommands,
    VoyageMediaCommands,
  ],
  exports: [VoyageQueries],
})
export class VoyagesHttpModule {}

export { VoyageQueries } from './voyage-queries.ts';
