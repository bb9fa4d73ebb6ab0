import { Module } from '@nestjs/common';
import { AlbumQueries } from './album-queries.ts';
import { AlbumsController } from './albums.controller.ts';
import { AlbumCommands } from './album-commands.ts';

@Module({
  controllers: [AlbumsController],
  providers: [AlbumQueries, AlbumCommands],
})
export class AlbumsHttpModule {}
