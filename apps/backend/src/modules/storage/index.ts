export { Storage, type Body, type ByteRange, type Listing, type Stored, type StoredObject } from './storage.ts';
export {
  DERIVATIVES_PREFIX,
  INCOMING_PREFIX,
  isStorageKey,
  mediaUrl,
  SYSTEM_PREFIX,
  UPLOADS_PREFIX,
} from './storage-key.ts';
export { FileClaims } from './file-claims.ts';
export { StorageModule, StorageWorkerModule } from './storage.module.ts';
