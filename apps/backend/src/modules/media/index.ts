export * from './media.entity.ts';
export { contentTypeOf } from './content-types.ts';
export { detachMedia } from './detach-media.ts';
export { MEDIA_COLUMNS, MEDIA_JOINS, mediaOfVoyage, thumbnailOfVoyage } from './media-columns.ts';
export { MediaHttpModule } from './media.module.ts';
export { MediaIntakeModule, MediaWorkerModule } from './media-work.module.ts';
