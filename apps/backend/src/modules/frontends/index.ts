export * from './frontend-revision.entity.ts';
