import { Module } from '@nestjs/common';
import { MediaBrowseController } from './media-browse.controller.ts';
import { MediaBrowser } from './media-browser.ts';
import { MediaFilesController } from './media-files.controller.ts';

@Module({ controllers: [MediaBrowseController, MediaFilesController], providers: [MediaBrowser] })
export class MediaHttpModule {}
