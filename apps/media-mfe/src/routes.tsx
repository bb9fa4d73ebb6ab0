import './style.css';
import type { MfeModule } from '@archive/shell-api';
import { Loading, SkeletonBlock } from '@archive/ui';
import { type ReactNode, Suspense } from 'react';
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

/** A page that is loaded on demand. */
const load = (page: ReactNode) => (
  <Suspense
    fallback={
      <Loading label="Loading media...">
        <SkeletonBlock className="h-64" />
      </Loading>
    }
  >
    {page}
  </Suspense>
);

/** Relative to the mount path in the registry (/media-explorer). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <ExplorerPage /> },
  {
    path: 'all',
    element: load(<AllMediaPage />),
  },
  {
    path: 'collections',
    element: load(<CollectionsPage />),
  },
  {
    path: 'text',
    element: load(<TextPage />),
  },
  {
    path: 'storage',
    element: load(<StoragePage />),
  },
  {
    path: 'trash',
    element: load(<TrashPage />),
  },
];

/** Relative to the path of records in the registry (/media). */
export const recordRoutes: MfeModule['recordRoutes'] = [
  {
    path: 'collections/:slug',
    element: load(<CollectionPage />),
  },
  {
    path: ':slug',
    element: load(<MediaPage />),
  },
];

/** Content for slots on pages of other micro-frontends. */
export const fills: MfeModule['fills'] = {
  'home-card': () => import('./features/home/home-card.tsx'),
  'search-result': () => import('./features/search/search-result.tsx'),
};
