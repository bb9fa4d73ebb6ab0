export * from './revision.entity.ts';
export { type NewRevision, writeRevisions } from './write-revisions.ts';
