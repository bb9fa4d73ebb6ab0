import { Module } from '@nestjs/common';
import { SandboxWorkerModule } from '../sandbox/index.ts';
import { DerivativeGenerator } from './derivatives/derivative-generator.ts';
import { DerivativeTasks } from './derivatives/derivative-tasks.ts';
import { FileTextReader } from './texts/file-text-reader.ts';
import { FileTextTasks } from './texts/file-text-tasks.ts';
import { StorageCheckRepository } from './fixity/storage-check-repository.ts';
import { StorageChecker } from './fixity/storage-checker.ts';
import { IncomingFiles } from './intake/incoming-files.ts';
import { MediaIntake } from './intake/media-intake.ts';
import { MediaUploadController } from './intake/media-upload.controller.ts';
import { DirectFileUploads } from './resumable/direct-file-uploads.ts';
import { DirectUploadsController } from './resumable/direct-uploads.controller.ts';
import { ExpiredUploads } from './resumable/expired-uploads.ts';
import { FinishUpload } from './resumable/finish-upload.ts';
import { FinishUploadController } from './resumable/finish-upload.controller.ts';
import { ResumableUploads } from './resumable/resumable-uploads.ts';
import { UploadChecks } from './resumable/upload-checks.ts';
import { UploadParts } from './resumable/upload-parts.ts';
import { UploadRepository } from './resumable/upload-repository.ts';
import { TrashCleanup } from './trash/trash-cleanup.ts';
import { PlaybackGenerator } from './playback/playback-generator.ts';
import { PlaybackTasks } from './playback/playback-tasks.ts';
import { ViewerFileGenerator } from './viewer/viewer-file-generator.ts';
import { ViewerFileTasks } from './viewer/viewer-file-tasks.ts';
import { MediaUrls } from './removal/media-urls.ts';
import { MediaRemovalController } from './removal/media-removal.controller.ts';
import { MediaRemoval } from './removal/media-removal.ts';

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
export class MediaTransferHttpModule {}

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
