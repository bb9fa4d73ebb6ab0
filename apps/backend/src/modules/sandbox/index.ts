export type { Measurement } from './measurement.ts';
export type { ReadPage } from './file-text.ts';
export { Quarantine, type QuarantinedFile } from './quarantine.ts';
export { PREVIEW_KINDS, PREVIEW_TYPE, type Rendering } from './rendering.ts';
export {
  FileRejection,
  type PictureContent,
  type PlaybackFile,
  type RenderedPages,
  Sandbox,
  type SetEntry,
} from './sandbox.ts';
export { QuarantineModule, SandboxWorkerModule } from './sandbox.module.ts';
export {
  MAX_SIDE_WITHOUT_TILES,
  pageEntry,
  type PageSize,
  pageThumbnailEntry,
  pageZoomFolder,
  TILE_SIZE,
} from './viewer-files.ts';
