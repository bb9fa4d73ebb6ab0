export * from './revision.entity.ts';
export { HistoryHttpModule } from './history.module.ts';
export { type MediaSnapshot, restoreMediaThere } from './restore/restore-media.ts';
export { restoreRecord } from './restore/restore-record.ts';
export { type HistoryKind, snapshotOf, snapshotsOf } from './snapshots.ts';
export { type Author, type NewRevision, writeRevisions } from './write-revisions.ts';
