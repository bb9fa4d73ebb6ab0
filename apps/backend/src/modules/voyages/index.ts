export * from './voyage.entity.ts';
