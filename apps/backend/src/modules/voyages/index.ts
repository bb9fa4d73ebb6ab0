export * from './voyage.entity.ts';
export { VoyagesHttpModule } from './voyages.module.ts';
