import { Module } from '@nestjs/common';
import { DerivativeMaker } from './derivatives/derivative-maker.ts';
import { DerivativeTasks } from './derivatives/derivative-tasks.ts';
import { Scratch } from './derivatives/scratch.ts';
import { CheckRows } from './fixity/check-rows.ts';
import { StorageChecker } from './fixity/storage-checker.ts';
import { IncomingFiles } from './intake/incoming-files.ts';
import { MediaIntake } from './intake/media-intake.ts';
import { MediaUploadController } from './intake/media-upload.controller.ts';
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
  controllers: [MediaUploadController, MediaRemovalController],
  providers: [MediaAddresses, MediaRemoval],
  exports: [MediaIntakeModule],
})
export class MediaTransferHttpModule {}

/** What the worker does for media. */
@Module({ imports: [MediaIntakeModule], providers: [DerivativeMaker, Scratch, CheckRows, StorageChecker] })
export class MediaWorkerModule {}
