import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { MediaBrowseController } from './media-browse.controller.ts';
import { MediaBrowser } from './media-browser.ts';
import { MediaController } from './media.controller.ts';
import { MediaFilesController } from './media-files.controller.ts';
import { MediaReads } from './media-reads.ts';

@Module({
  imports: [SearchModule],
  controllers: [MediaController, MediaBrowseController, MediaFilesController],
  providers: [MediaBrowser, MediaReads],
})
export class MediaHttpModule {}
