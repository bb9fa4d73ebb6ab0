export * from './albums.repository.ts';
export * from './archive-load.ts';
export * from './baselines.repository.ts';
export * from './captions.repository.ts';
export { type Author, ChangeSet, changeRecords, changeRecordsOnce, differences, withChanges } from './change-set.ts';
export * from './columns.ts';
export { composeLetters } from './compose-letters.ts';
export * from './derivatives.repository.ts';
export * from './media-links.repository.ts';
export * from './media-people.repository.ts';
export {
  markEmptied,
  removeAllFromTrash,
  removeDueFromTrash,
  removeFilesFromTrash,
  type RemovedFromTrash,
  removeFromTrash,
} from './media-trash.repository.ts';
export * from './media.repository.ts';
export * from './passengers.repository.ts';
export * from './people.repository.ts';
export * from './places.repository.ts';
export * from './playback.repository.ts';
export * from './presidents.repository.ts';
export { PERSON_REDIRECTS, PLACE_REDIRECTS } from './redirects.ts';
export { type MediaSnapshot, restoreExistingMedia } from './restore/restore-media.ts';
export { restoredValues } from './restore-requirements.ts';
export { restorePlace } from './restore/restore-place.ts';
export { restoreRecord } from './restore/restore-record.ts';
export { type LockedRecord, RecordTable, STORIES } from './record-table.ts';
export { type HistoryKind, snapshotOf, snapshotsOf } from './snapshots.ts';
export * from './viewer-files.repository.ts';
export * from './voyages.repository.ts';
