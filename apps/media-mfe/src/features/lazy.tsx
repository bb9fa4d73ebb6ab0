import { lazy } from 'react';

/** What only some readers and curators need is fetched when it is asked for. */
export const Lightbox = lazy(() => import('./lightbox/lightbox.tsx').then((module) => ({ default: module.Lightbox })));
export const UploadDialog = lazy(() =>
  import('./upload/upload-dialog.tsx').then((module) => ({ default: module.UploadDialog })),
);
export const MediaModal = lazy(() =>
  import('./metadata/media-modal.tsx').then((module) => ({ default: module.MediaModal })),
);
export const MediaHistory = lazy(() =>
  import('./history/media-history.tsx').then((module) => ({ default: module.MediaHistory })),
);
export const DetachMedia = lazy(() =>
  import('./removal/detach-media.tsx').then((module) => ({ default: module.DetachMedia })),
);
export const DeleteMedia = lazy(() =>
  import('./removal/delete-media.tsx').then((module) => ({ default: module.DeleteMedia })),
);
export const DescribeSeveral = lazy(() =>
  import('./several/describe-several.tsx').then((module) => ({ default: module.DescribeSeveral })),
);
export const DetachSeveral = lazy(() =>
  import('./several/detach-several.tsx').then((module) => ({ default: module.DetachSeveral })),
);
export const DeleteSeveral = lazy(() =>
  import('./several/delete-several.tsx').then((module) => ({ default: module.DeleteSeveral })),
);
export const StoragePage = lazy(() =>
  import('./storage/storage-page.tsx').then((module) => ({ default: module.StoragePage })),
);
