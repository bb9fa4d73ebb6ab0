export * from './voyage.entity.ts';
export { holdVoyage } from './hold-voyage.ts';
export { VoyagesHttpModule } from './voyages.module.ts';
