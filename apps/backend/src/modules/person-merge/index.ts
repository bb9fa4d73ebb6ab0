export { PersonMergeHttpModule } from './person-merge.module.ts';
