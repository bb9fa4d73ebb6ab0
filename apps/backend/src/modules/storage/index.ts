export {
  Storage,
  type Body,
  type ByteRange,
  type Listing,
  type StoredObject,
  type UploadLink,
  type WriteResult,
} from './storage.ts';
export {
  DERIVATIVES_PREFIX,
  DOCUMENTS_PREFIX,
  INCOMING_PREFIX,
  isStorageKey,
  mediaUrl,
  SYSTEM_PREFIX,
  UPLOADS_PREFIX,
} from './storage-key.ts';
export * from './discrepancies.repository.ts';
export { DiskSpace, type DiskState, diskWarning } from './disk-space.ts';
export { FILE_DELETION_LOCK } from './deletion-lock.ts';
export { FileLeases } from './file-leases.ts';
export { bucketStorage, diskStorage, libraryFolder, libraryStorage } from './open-storage.ts';
export { StorageModule, StorageWorkerModule } from './storage.module.ts';
