export * from './media.entity.ts';
export { contentTypeOf } from './content-types.ts';
export { MediaHttpModule } from './media.module.ts';
