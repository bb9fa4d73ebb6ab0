import { Module } from '@nestjs/common';
import { ProposalsModule } from '../proposals/index.ts';
import { Gazetteer } from './gazetteer.ts';
import { PlaceCommands } from './place-commands.ts';
import { PlaceQueries } from './place-queries.ts';
import { PlaceWordings } from './place-wordings.ts';
import { PlacesController } from './places.controller.ts';

export { PlaceQueries } from './place-queries.ts';
export { KEYS_OF_VOYAGE, VOYAGE_COUNT } from './place-sql.ts';

@Module({
  imports: [ProposalsModule],
  controllers: [PlacesController],
  exports: [PlaceQueries],
  providers: [Gazetteer, PlaceQueries, PlaceCommands, PlaceWordings],
})
export class PlacesHttpModule {}
