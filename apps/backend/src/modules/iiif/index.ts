export { IiifHttpModule } from './iiif.module.ts';
export { ImageRenderer } from './image/image-renderer.ts';
export { imageRequestOf } from './image/image-request.ts';
