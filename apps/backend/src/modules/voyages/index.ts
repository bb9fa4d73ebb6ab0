export * from './voyage.entity.ts';
export { holdVoyage } from './hold-voyage.ts';
export { VoyageReads } from './voyage-reads.ts';
export { VoyagesHttpModule } from './voyages.module.ts';
