import { Module } from '@nestjs/common';
import { AlbumCommands } from './album-commands.ts';
import { AlbumQueries } from './album-queries.ts';
import { AlbumsController } from './albums.controller.ts';

@Module({
  controllers: [AlbumsController],
  providers: [AlbumQueries, AlbumCommands],
})
export class AlbumsHttpModule {}
