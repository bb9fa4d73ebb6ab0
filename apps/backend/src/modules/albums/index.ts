import { Module } from '@nestjs/common';
import { ProposalsModule } from '../proposals/index.ts';
import { AlbumCommands } from './album-commands.ts';
import { AlbumQueries } from './album-queries.ts';
import { AlbumsController } from './albums.controller.ts';

@Module({
  imports: [ProposalsModule],
  controllers: [AlbumsController],
  providers: [AlbumQueries, AlbumCommands],
})
export class AlbumsHttpModule {}
