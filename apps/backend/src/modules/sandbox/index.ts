export type { ReadPage } from './file-text.ts';
export type { Assembly, AssemblyFormat, AssemblyQuality, QuarterTurn } from './assembly.ts';
export { linesOf, PackageUnpacker, packageFileIn, type UnpackedFile } from './package-unpacker.ts';
export { PictureAssembler } from './picture-assembler.ts';
export { Quarantine, type QuarantinedFile } from './quarantine.ts';
export { FileRejection } from './decoding-task.ts';
export { type PictureContent, type PlaybackFile, type RenderedPages, Sandbox, type SetEntry } from './sandbox.ts';
export { PREVIEW_KINDS, PREVIEW_TYPE, type Measurement, type Rendering, type Size } from './rendering.ts';
export { QuarantineModule, SandboxHttpModule, SandboxWorkerModule } from './sandbox.module.ts';
export {
  MAX_SIDE_WITHOUT_TILES,
  pageEntry,
  type PageSize,
  pageThumbnailEntry,
  pageZoomFolder,
  TILE_SIZE,
  tileEntry,
} from './viewer-files.ts';
export type { OfficeText } from './exchange.ts';
