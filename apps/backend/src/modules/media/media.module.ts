import { Module } from '@nestjs/common';
import { SearchModule } from '../search/index.ts';
import { CheckRows } from './fixity/check-rows.ts';
import { FindingReads } from './fixity/finding-reads.ts';
import { Findings } from './fixity/findings.ts';
import { SettleSeveral } from './fixity/settle-several.ts';
import { StorageCheckController } from './fixity/storage-check.controller.ts';
import { MediaBrowseController } from './media-browse.controller.ts';
import { MediaBrowser } from './media-browser.ts';
import { MediaController } from './media.controller.ts';
import { MediaTransferHttpModule } from './media-work.module.ts';
import { MediaFilesController } from './media-files.controller.ts';
import { MediaReads } from './media-reads.ts';
import { MediaWrites } from './media-writes.ts';
import { MediaWritesController } from './media-writes.controller.ts';
import { DescribeMedia } from './several/describe-media.ts';
import { SeveralMedia } from './several/several-media.ts';
import { SeveralMediaController } from './several/several-media.controller.ts';

@Module({
  imports: [SearchModule, MediaTransferHttpModule],
  controllers: [
    MediaController,
    MediaWritesController,
    SeveralMediaController,
    MediaBrowseController,
    MediaFilesController,
    StorageCheckController,
  ],
  providers: [
    MediaBrowser,
    MediaReads,
    MediaWrites,
    SeveralMedia,
    DescribeMedia,
    CheckRows,
    FindingReads,
    Findings,
    SettleSeveral,
  ],
  exports: [MediaReads],
})
export class MediaHttpModule {}
