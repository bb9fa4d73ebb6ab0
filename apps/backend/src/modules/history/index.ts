export { HistoryHttpModule } from './history.module.ts';
