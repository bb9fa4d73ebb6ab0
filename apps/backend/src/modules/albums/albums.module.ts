import { Module } from '@nestjs/common';
import { AlbumReads } from './album-reads.ts';
import { AlbumsController } from './albums.controller.ts';
import { AlbumWrites } from './album-writes.ts';

@Module({
  controllers: [AlbumsController],
  providers: [AlbumReads, AlbumWrites],
})
export class AlbumsHttpModule {}
