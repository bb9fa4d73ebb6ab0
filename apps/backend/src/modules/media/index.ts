import { Module } from '@nestjs/common';
import { AuthHttpModule } from '../auth/index.ts';
import { ProposalsModule } from '../proposals/index.ts';
import { SandboxWorkerModule } from '../sandbox/index.ts';
import { SearchModule } from '../search/index.ts';
import { BulkMediaUpdate } from './bulk/bulk-media-update.ts';
import { BulkMediaController } from './bulk/bulk-media.controller.ts';
import { BulkMedia } from './bulk/bulk-media.ts';
import { CaptionCommands, CaptionQueries } from './captions/caption-commands.ts';
import { CaptionController } from './captions/caption.controller.ts';
import { DerivativeGenerator } from './derivatives/derivative-generator.ts';
import { DerivativeTasks } from './derivatives/derivative-tasks.ts';
import { PreviewCommands, PreviewController } from './derivatives/preview-commands.ts';
import { BulkResolver } from './fixity/bulk-resolver.ts';
import { DiscrepancyQueries } from './fixity/discrepancy-queries.ts';
import { DiscrepancyResolver } from './fixity/discrepancy-resolver.ts';
import { StorageCheckRepository } from './fixity/storage-check-repository.ts';
import { StorageCheckController } from './fixity/storage-check.controller.ts';
import { StorageChecker } from './fixity/storage-checker.ts';
import { IncomingFiles } from './intake/incoming-files.ts';
import { MediaIntake } from './intake/media-intake.ts';
import { MediaLinks, MediaLinksController } from './intake/media-links.ts';
import { MediaUploadController } from './intake/media-upload.controller.ts';
import { MediaBrowser } from './media-browser.ts';
import { MediaCommands } from './media-commands.ts';
import { MediaFilesController } from './media-files.controller.ts';
import { MediaNeighbors } from './media-neighbors.ts';
import { MediaPreservation } from './media-preservation.ts';
import { MediaQueries } from './media-queries.ts';
import { MediaBrowseController, MediaCommandsController, MediaController } from './media.controller.ts';
import { MediaPeopleCommands, MediaPeopleQueries, MediaPeopleController } from './media-people.ts';
import { PlaybackGenerator } from './playback/playback-generator.ts';
import { MediaRemoval, MediaRemovalController, MediaUrls } from './removal/media-removal.ts';
import { FileReplacementController } from './replacement/file-replacement.controller.ts';
import { FileReplacement } from './replacement/file-replacement.ts';
import { PlaybackTasks, ViewerFileTasks } from './requested-files.ts';
import { DirectFileUploads, DirectUploadsController } from './resumable/direct-file-uploads.ts';
import { FinishUpload, FinishUploadController } from './resumable/finish-upload.ts';
import { ResumableUploads } from './resumable/resumable-uploads.ts';
import { UploadChecks } from './resumable/upload-checks.ts';
import { ExpiredUploads, UploadParts } from './resumable/upload-parts.ts';
import { UploadRepository } from './resumable/upload-repository.ts';
import { MediaMerge } from './similar/media-merge.ts';
import { SimilarMedia, SimilarMediaController } from './similar/similar-media.ts';
import { FileTextCommands, FileTextQueries } from './texts/file-text-commands.ts';
import { FileTextReader } from './texts/file-text-reader.ts';
import { FileTextTasks } from './texts/file-text-tasks.ts';
import { FileTextController } from './texts/file-text.controller.ts';
import { TrashController } from './trash/trash.controller.ts';
import { Trash, TrashCleanup, TrashQueries } from './trash/trash.ts';
import { PictureFiles, PictureSets } from './viewer/picture-sets.ts';
import { ViewController, ViewQueries } from './viewer/view-queries.ts';
import { ViewerFileGenerator } from './viewer/viewer-file-generator.ts';

/** Creates media records from files of uploads and imports. */
@Module({
  providers: [IncomingFiles, MediaIntake, DerivativeTasks, FileTextTasks],
  exports: [IncomingFiles, MediaIntake, DerivativeTasks, FileTextTasks],
})
export class MediaIntakeModule {}

/** Uploads and deletions over HTTP. */
@Module({
  imports: [MediaIntakeModule],
  controllers: [MediaUploadController, FinishUploadController, DirectUploadsController, MediaRemovalController],
  providers: [
    MediaUrls,
    MediaRemoval,
    UploadRepository,
    UploadChecks,
    UploadParts,
    DirectFileUploads,
    FinishUpload,
    ResumableUploads,
  ],
  exports: [MediaIntakeModule, MediaRemoval],
})
class MediaTransferHttpModule {}

/** The storage check alone, without the worker's queues. A restore runs it at the end. */
@Module({ providers: [StorageCheckRepository, StorageChecker], exports: [StorageChecker] })
export class StorageCheckModule {}

/** Media jobs of the worker. */
@Module({
  imports: [MediaIntakeModule, SandboxWorkerModule],
  providers: [
    DerivativeGenerator,
    ViewerFileTasks,
    ViewerFileGenerator,
    PlaybackTasks,
    PlaybackGenerator,
    FileTextReader,
    StorageCheckRepository,
    StorageChecker,
    UploadRepository,
    UploadChecks,
    UploadParts,
    ExpiredUploads,
    TrashCleanup,
  ],
})
export class MediaWorkerModule {}

@Module({
  imports: [AuthHttpModule, ProposalsModule, SearchModule, MediaTransferHttpModule],
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

export { contentTypeOf } from './content-types.ts';
export { MEDIA_COLUMNS, MEDIA_ITEM, MEDIA_JOINS, mediaOfVoyage, thumbnailOfVoyage } from './media-columns.ts';
export { StorageChecker } from './fixity/storage-checker.ts';
export { DerivativeTasks } from './derivatives/derivative-tasks.ts';
export { requireCaptions } from './captions/web-vtt.ts';
export { ContentCheck } from './intake/content-check.ts';
export { FileTextTasks } from './texts/file-text-tasks.ts';
export { IncomingFiles } from './intake/incoming-files.ts';
export { MediaIntake } from './intake/media-intake.ts';
export { cleanFilename } from './intake/upload-form.ts';
export { MediaQueries } from './media-queries.ts';
export { deleteFilesOfTrashed } from './trash/trash.ts';
export { PictureFiles } from './viewer/picture-sets.ts';
export { picturesOf, playerOf, VIEW_COLUMNS, VIEW_JOINS, VIEW_TYPES, ViewQueries } from './viewer/view-queries.ts';
