export { VoyageReads } from './voyage-reads.ts';
export { VoyagesHttpModule } from './voyages.module.ts';
