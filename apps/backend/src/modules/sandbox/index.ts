export type { ReadPage } from './file-text.ts';
export { Quarantine, type QuarantinedFile } from './quarantine.ts';
export { type EmbeddedMetadata, PREVIEW_KINDS, PREVIEW_TYPE, type Rendering } from './rendering.ts';
export { FileRejection, type PictureContent, Sandbox } from './sandbox.ts';
export { QuarantineModule, SandboxWorkerModule } from './sandbox.module.ts';
