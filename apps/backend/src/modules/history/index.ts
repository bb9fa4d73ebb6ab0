export * from './revision.entity.ts';
export { HistoryHttpModule } from './history.module.ts';
export { type HistoryKind, snapshotOf, snapshotsOf } from './snapshots.ts';
export { type NewRevision, writeRevisions } from './write-revisions.ts';
