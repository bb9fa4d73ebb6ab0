export { TagsHttpModule } from './tags.module.ts';
