export { Storage, type Body, type ByteRange, type Listing, type Stored, type StoredObject } from './storage.ts';
export { isStorageKey, mediaUrl, SYSTEM_PREFIX } from './storage-key.ts';
export { StorageModule } from './storage.module.ts';
