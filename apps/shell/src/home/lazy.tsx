import { lazy } from 'react';

/** Loaded on demand: the drawings, and how an empty archive begins, are for Home alone. */
export const EmptyArchive = lazy(() =>
  import('./empty-archive.tsx').then((module) => ({ default: module.EmptyArchive })),
);
export const RiverBand = lazy(() => import('./river-band.tsx').then((module) => ({ default: module.RiverBand })));
export const HomePictures = lazy(() =>
  import('./home-pictures.tsx').then((module) => ({ default: module.HomePictures })),
);
