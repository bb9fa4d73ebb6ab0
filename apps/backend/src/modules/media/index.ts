export * from './media.entity.ts';
export { contentTypeOf } from './content-types.ts';
export { mediaOfVoyage, thumbnailOfVoyage } from './media-columns.ts';
export { MediaHttpModule } from './media.module.ts';
