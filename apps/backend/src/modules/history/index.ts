export * from './revision.entity.ts';
