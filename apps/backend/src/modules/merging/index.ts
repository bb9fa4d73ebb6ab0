export { MergingHttpModule } from './merging.module.ts';
