import './style.css';
import type { MfeModule } from '@archive/shell-api';
import { Suspense } from 'react';
import { ExplorerPage } from './features/explorer/explorer-page.tsx';
import {
  AllMediaPage,
  CollectionPage,
  CollectionsPage,
  MediaPage,
  StoragePage,
  TextPage,
  TrashPage,
} from './features/lazy.tsx';

/** The contract version this remote was built for. A literal, because an imported constant would have the shell's value at run time. */
export const contract: MfeModule['contract'] = 1;

/** Relative to the mount path in the registry (/media-explorer). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <ExplorerPage /> },
  {
    path: 'all',
    element: (
      <Suspense>
        <AllMediaPage />
      </Suspense>
    ),
  },
  {
    path: 'collections',
    element: (
      <Suspense>
        <CollectionsPage />
      </Suspense>
    ),
  },
  {
    path: 'text',
    element: (
      <Suspense>
        <TextPage />
      </Suspense>
    ),
  },
  {
    path: 'storage',
    element: (
      <Suspense>
        <StoragePage />
      </Suspense>
    ),
  },
  {
    path: 'trash',
    element: (
      <Suspense>
        <TrashPage />
      </Suspense>
    ),
  },
];

/** Relative to the path of records in the registry (/media). */
export const recordRoutes: MfeModule['recordRoutes'] = [
  {
    path: 'collections/:slug',
    element: (
      <Suspense>
        <CollectionPage />
      </Suspense>
    ),
  },
  {
    path: ':slug',
    element: (
      <Suspense>
        <MediaPage />
      </Suspense>
    ),
  },
];

/** Content for slots on pages of other micro-frontends. */
export const fills: MfeModule['fills'] = {
  'home-card': () => import('./features/home/home-card.tsx'),
  'search-result': () => import('./features/search/search-result.tsx'),
};
