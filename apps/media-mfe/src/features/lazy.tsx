import { lazy } from 'react';

/** Loaded on demand. */
export const CiteDialog = lazy(() => import('@archive/ui/cite').then((module) => ({ default: module.CiteDialog })));
export const Lightbox = lazy(() => import('./lightbox/lightbox.tsx').then((module) => ({ default: module.Lightbox })));
export const DocumentText = lazy(() =>
  import('./viewer/document-text.tsx').then((module) => ({ default: module.DocumentText })),
);
export const Captions = lazy(() => import('./captions/captions.tsx').then((module) => ({ default: module.Captions })));
export const UploadDialog = lazy(() =>
  import('./upload/upload-dialog.tsx').then((module) => ({ default: module.UploadDialog })),
);
export const MediaDialog = lazy(() =>
  import('./metadata/media-dialog.tsx').then((module) => ({ default: module.MediaDialog })),
);
export const MediaHistory = lazy(() =>
  import('./history/media-history.tsx').then((module) => ({ default: module.MediaHistory })),
);
export const NoSuchFile = lazy(() =>
  import('./explorer/components/no-such-file.tsx').then((module) => ({ default: module.NoSuchFile })),
);
export const DetachMedia = lazy(() =>
  import('./removal/detach-media.tsx').then((module) => ({ default: module.DetachMedia })),
);
export const DeleteMedia = lazy(() =>
  import('./removal/delete-media.tsx').then((module) => ({ default: module.DeleteMedia })),
);
export const SetPortrait = lazy(() =>
  import('./portrait/set-portrait.tsx').then((module) => ({ default: module.SetPortrait })),
);
export const BulkEdit = lazy(() => import('./bulk/bulk-edit.tsx').then((module) => ({ default: module.BulkEdit })));
export const BulkDetach = lazy(() =>
  import('./bulk/bulk-detach.tsx').then((module) => ({ default: module.BulkDetach })),
);
export const BulkDelete = lazy(() =>
  import('./bulk/bulk-delete.tsx').then((module) => ({ default: module.BulkDelete })),
);
export const StoragePage = lazy(() =>
  import('./storage/storage-page.tsx').then((module) => ({ default: module.StoragePage })),
);
export const TrashPage = lazy(() => import('./trash/trash-page.tsx').then((module) => ({ default: module.TrashPage })));
export const AllMediaPage = lazy(() =>
  import('./all-media/all-media-page.tsx').then((module) => ({ default: module.AllMediaPage })),
);
export const MediaPage = lazy(() =>
  import('./media-page/media-page.tsx').then((module) => ({ default: module.MediaPage })),
);
export const NoSuchMedia = lazy(() =>
  import('./media-page/no-such-media.tsx').then((module) => ({ default: module.NoSuchMedia })),
);
export const MetadataInFile = lazy(() =>
  import('./media-page/metadata-in-file.tsx').then((module) => ({ default: module.MetadataInFile })),
);
export const TextPage = lazy(() => import('./text/text-page.tsx').then((module) => ({ default: module.TextPage })));
export const Viewer = lazy(() => import('./viewer/viewer.tsx').then((module) => ({ default: module.Viewer })));
export const InThisPicture = lazy(() =>
  import('./people-in-picture/in-this-picture.tsx').then((module) => ({ default: module.InThisPicture })),
);
export const CorrectText = lazy(() =>
  import('./text/correct-text.tsx').then((module) => ({ default: module.CorrectText })),
);
export const MediaPicker = lazy(() =>
  import('./picker/media-picker.tsx').then((module) => ({ default: module.MediaPicker })),
);
export const CollectionsPage = lazy(() =>
  import('./collections/collections-page.tsx').then((module) => ({ default: module.CollectionsPage })),
);
export const CollectionPage = lazy(() =>
  import('./collections/collection-page.tsx').then((module) => ({ default: module.CollectionPage })),
);
export const CollectionEditor = lazy(() =>
  import('./collections/collection-editor.tsx').then((module) => ({ default: module.CollectionEditor })),
);
export const CollectionHistory = lazy(() =>
  import('./history/collection-history.tsx').then((module) => ({ default: module.CollectionHistory })),
);
export const NewCollection = lazy(() =>
  import('./collections/new-collection.tsx').then((module) => ({ default: module.NewCollection })),
);
export const DeleteCollection = lazy(() =>
  import('./collections/delete-collection.tsx').then((module) => ({ default: module.DeleteCollection })),
);
export const AddToCollection = lazy(() =>
  import('./bulk/add-to-collection.tsx').then((module) => ({ default: module.AddToCollection })),
);
export const ReplaceFile = lazy(() =>
  import('./replacement/replace-file.tsx').then((module) => ({ default: module.ReplaceFile })),
);
