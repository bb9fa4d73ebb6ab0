import { lazy } from 'react';

/** What only some readers and curators need is fetched when it is asked for. */
export const Lightbox = lazy(() => import('./lightbox/lightbox.tsx').then((module) => ({ default: module.Lightbox })));
export const UploadDialog = lazy(() =>
  import('./upload/upload-dialog.tsx').then((module) => ({ default: module.UploadDialog })),
);
