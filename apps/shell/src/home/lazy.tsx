import { lazy } from 'react';

/** Loaded on demand: the drawings are for Home alone. */
export const RiverBand = lazy(() => import('./river-band.tsx').then((module) => ({ default: module.RiverBand })));
export const HomePictures = lazy(() =>
  import('./home-pictures.tsx').then((module) => ({ default: module.HomePictures })),
);
