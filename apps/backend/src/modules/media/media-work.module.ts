import { Module } from '@nestjs/common';
import { DerivativeMaker } from './derivatives/derivative-maker.ts';
import { DerivativeTasks } from './derivatives/derivative-tasks.ts';
import { Scratch } from './derivatives/scratch.ts';
import { CheckRows } from './fixity/check-rows.ts';
import { StorageChecker } from './fixity/storage-checker.ts';
import { IncomingFiles } from './intake/incoming-files.ts';
import { MediaIntake } from './intake/media-intake.ts';
import { MediaUploadController } from './intake/media-upload.controller.ts';
import { ExpiredUploads } from './resumable/expired-uploads.ts';
import { FinishUpload } from './resumable/finish-upload.ts';
import { FinishUploadController } from './resumable/finish-upload.controller.ts';
import { ResumableUploads } from './resumable/resumable-uploads.ts';
import { UploadPieces } from './resumable/upload-pieces.ts';
import { UploadRows } from './resumable/upload-rows.ts';
import { MediaAddresses } from './removal/media-addresses.ts';
import { MediaRemovalController } from './removal/media-removal.controller.ts';
import { MediaRemoval } from './removal/media-removal.ts';

/** Files that become media records: what the upload does, and whatever else brings files. */
@Module({
  providers: [IncomingFiles, MediaIntake, DerivativeTasks],
  exports: [IncomingFiles, MediaIntake, DerivativeTasks],
})
export class MediaIntakeModule {}

/** Files that come and go over HTTP. */
@Module({
  imports: [MediaIntakeModule],
  controllers: [MediaUploadController, FinishUploadController, MediaRemovalController],
  providers: [MediaAddresses, MediaRemoval, UploadRows, UploadPieces, FinishUpload, ResumableUploads],
  exports: [MediaIntakeModule, MediaRemoval],
})
export class MediaTransferHttpModule {}

/** What the worker does for media. */
@Module({
  imports: [MediaIntakeModule],
  providers: [DerivativeMaker, Scratch, CheckRows, StorageChecker, UploadRows, UploadPieces, ExpiredUploads],
})
export class MediaWorkerModule {}
