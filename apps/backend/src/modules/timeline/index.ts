export { TimelineHttpModule } from './timeline.module.ts';
