import { Module } from '@nestjs/common';
import { AuthHttpModule } from '../auth/index.ts';
import { SearchModule } from '../search/index.ts';
import { StorageCheckRepository } from './fixity/storage-check-repository.ts';
import { DiscrepancyQueries } from './fixity/discrepancy-queries.ts';
import { DiscrepancyResolver } from './fixity/discrepancy-resolver.ts';
import { BulkResolver } from './fixity/bulk-resolver.ts';
import { StorageCheckController } from './fixity/storage-check.controller.ts';
import { MediaBrowseController } from './media-browse.controller.ts';
import { MediaBrowser } from './media-browser.ts';
import { MediaController } from './media.controller.ts';
import { MediaTransferHttpModule } from './media-work.module.ts';
import { MediaFilesController } from './media-files.controller.ts';
import { MediaNeighbors } from './media-neighbors.ts';
import { MediaPreservation } from './media-preservation.ts';
import { MediaQueries } from './media-queries.ts';
import { MediaCommands } from './media-commands.ts';
import { MediaCommandsController } from './media-commands.controller.ts';
import { BulkMediaUpdate } from './bulk/bulk-media-update.ts';
import { BulkMedia } from './bulk/bulk-media.ts';
import { BulkMediaController } from './bulk/bulk-media.controller.ts';
import { TrashController } from './trash/trash.controller.ts';
import { TrashQueries } from './trash/trash-queries.ts';
import { Trash } from './trash/trash.ts';
import { PreviewCommands } from './derivatives/preview-commands.ts';
import { PreviewController } from './derivatives/preview.controller.ts';
import { FileTextController } from './texts/file-text.controller.ts';
import { FileTextCommands } from './texts/file-text-commands.ts';
import { FileTextQueries } from './texts/file-text-queries.ts';
import { MediaLinks } from './intake/media-links.ts';
import { MediaLinksController } from './intake/media-links.controller.ts';
import { UploadTokens } from './intake/upload-tokens.ts';
import { UploadTokensController } from './intake/upload-tokens.controller.ts';
import { CaptionCommands } from './captions/caption-commands.ts';
import { CaptionController } from './captions/caption.controller.ts';
import { CaptionQueries } from './captions/caption-queries.ts';
import { MediaPeopleCommands } from './people/media-people-commands.ts';
import { MediaPeopleController } from './people/media-people.controller.ts';
import { MediaPeopleQueries } from './people/media-people-queries.ts';
import { FileReplacement } from './replacement/file-replacement.ts';
import { FileReplacementController } from './replacement/file-replacement.controller.ts';
import { MediaMerge } from './similar/media-merge.ts';
import { SimilarMedia } from './similar/similar-media.ts';
import { SimilarMediaController } from './similar/similar-media.controller.ts';
import { PictureFiles } from './viewer/picture-files.ts';
import { PictureSets } from './viewer/picture-sets.ts';
import { ViewController } from './viewer/view.controller.ts';
import { ViewQueries } from './viewer/view-queries.ts';

@Module({
  imports: [AuthHttpModule, SearchModule, MediaTransferHttpModule],
  controllers: [
    MediaController,
    MediaCommandsController,
    BulkMediaController,
    MediaBrowseController,
    MediaFilesController,
    FileTextController,
    PreviewController,
    ViewController,
    MediaPeopleController,
    CaptionController,
    FileReplacementController,
    MediaLinksController,
    SimilarMediaController,
    UploadTokensController,
    StorageCheckController,
    TrashController,
  ],
  providers: [
    MediaBrowser,
    MediaQueries,
    MediaNeighbors,
    MediaPreservation,
    MediaCommands,
    BulkMedia,
    BulkMediaUpdate,
    FileTextQueries,
    FileTextCommands,
    MediaPeopleQueries,
    MediaPeopleCommands,
    CaptionQueries,
    CaptionCommands,
    FileReplacement,
    MediaLinks,
    SimilarMedia,
    MediaMerge,
    UploadTokens,
    PictureFiles,
    PictureSets,
    PreviewCommands,
    ViewQueries,
    StorageCheckRepository,
    DiscrepancyQueries,
    DiscrepancyResolver,
    BulkResolver,
    Trash,
    TrashQueries,
  ],
  exports: [MediaQueries, PictureFiles, ViewQueries],
})
export class MediaHttpModule {}
