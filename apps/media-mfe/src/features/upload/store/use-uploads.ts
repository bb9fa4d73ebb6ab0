import { useSyncExternalStore } from 'react';
import type { UploadItem } from './upload-item.ts';
import { uploads } from './upload-store.ts';

/** All uploads of this window. */
export const useUploads = (): readonly UploadItem[] => useSyncExternalStore(uploads.subscribe, uploads.items);

/** One upload of this window; undefined once it is removed. */
export const useUpload = (id: string | undefined): UploadItem | undefined =>
  useUploads().find((item) => item.id === id);
