export { IiifHttpModule } from './iiif.module.ts';
