import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { StorageCheckRepository } from './fixity/storage-check-repository.ts';
import { DiscrepancyReads } from './fixity/discrepancy-reads.ts';
import { DiscrepancyResolver } from './fixity/discrepancy-resolver.ts';
import { BulkResolver } from './fixity/bulk-resolver.ts';
import { StorageCheckController } from './fixity/storage-check.controller.ts';
import { MediaBrowseController } from './media-browse.controller.ts';
import { MediaBrowser } from './media-browser.ts';
import { MediaController } from './media.controller.ts';
import { MediaTransferHttpModule } from './media-work.module.ts';
import { MediaFilesController } from './media-files.controller.ts';
import { MediaReads } from './media-reads.ts';
import { MediaWrites } from './media-writes.ts';
import { MediaWritesController } from './media-writes.controller.ts';
import { BulkMediaUpdate } from './bulk/bulk-media-update.ts';
import { BulkMedia } from './bulk/bulk-media.ts';
import { BulkMediaController } from './bulk/bulk-media.controller.ts';

@Module({
  imports: [SearchModule, MediaTransferHttpModule],
  controllers: [
    MediaController,
    MediaWritesController,
    BulkMediaController,
    MediaBrowseController,
    MediaFilesController,
    StorageCheckController,
  ],
  providers: [
    MediaBrowser,
    MediaReads,
    MediaWrites,
    BulkMedia,
    BulkMediaUpdate,
    StorageCheckRepository,
    DiscrepancyReads,
    DiscrepancyResolver,
    BulkResolver,
  ],
  exports: [MediaReads],
})
export class MediaHttpModule {}
