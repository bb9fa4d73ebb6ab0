import { Module } from '@nestjs/common';
import { Retention } from '../../queues/index.ts';
import { PackageUnpacker } from './package-unpacker.ts';
import { PictureAssembler } from './picture-assembler.ts';
import { Quarantine } from './quarantine.ts';
import { Sandbox } from './sandbox.ts';
import { Scratch } from './scratch.ts';
import { TaskRunner } from './task-runner.ts';

/** Provides access to quarantined files in every process. */
@Module({ providers: [Quarantine], exports: [Quarantine] })
export class QuarantineModule {}

/** Decodes files and unpacks packages in the worker. */
@Module({
  imports: [QuarantineModule],
  providers: [PackageUnpacker, Sandbox, Scratch, TaskRunner],
  exports: [PackageUnpacker, Sandbox],
})
export class SandboxWorkerModule {
  constructor(scratch: Scratch, retention: Retention) {
    retention.enforce('scratch-files', () => scratch.removeOld());
  }
}

/** Assembles pictures for the API. */
@Module({ providers: [PictureAssembler, Scratch], exports: [PictureAssembler] })
export class SandboxHttpModule {}

export type { Assembly, AssemblyFormat, AssemblyQuality, OfficeText, QuarterTurn, ReadPage } from './exchange.ts';
export { PACKAGE_VERSION } from './exchange.ts';
export type { PackageOrigin } from './exchange.ts';
export { linesOf, PackageUnpacker, packageFileIn, type UnpackedFile } from './package-unpacker.ts';
export { PictureAssembler } from './picture-assembler.ts';
export { Quarantine } from './quarantine.ts';
export { FileRejection } from './decoding-task.ts';
export { type PictureContent, type PlaybackFile, type RenderedPages, Sandbox, type SetEntry } from './sandbox.ts';
export { PREVIEW_KINDS, PREVIEW_TYPE, type Measurement, type Rendering, type Size } from './rendering.ts';
export {
  MAX_SIDE_WITHOUT_TILES,
  pageEntry,
  type PageSize,
  pageThumbnailEntry,
  pageZoomFolder,
  TILE_SIZE,
  tileEntry,
} from './viewer-files.ts';
