export { VoyageQueries } from './voyage-queries.ts';
export { VoyagesHttpModule } from './voyages.module.ts';
