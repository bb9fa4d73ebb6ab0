import './style.css';
import { Allowed, type MfeModule } from '@archive/shell-api';
import { Loading, SkeletonBlock, lazyComponent } from '@archive/ui';
import type { ReactNode } from 'react';
import { ExplorerPage } from './features/explorer/explorer-page.tsx';

const LOADING = (
  <Loading label="Loading media...">
    <SkeletonBlock className="h-64" />
  </Loading>
);

const AllMediaPage = lazyComponent(() => import('./features/all-media/all-media-page.tsx'), 'AllMediaPage', LOADING);
const CollectionPage = lazyComponent(
  () => import('./features/collections/collection-page.tsx'),
  'CollectionPage',
  LOADING,
);
const CollectionsPage = lazyComponent(
  () => import('./features/collections/collections-page.tsx'),
  'CollectionsPage',
  LOADING,
);
const MediaPage = lazyComponent(() => import('./features/media-page/media-page.tsx'), 'MediaPage', LOADING);
const StoragePage = lazyComponent(() => import('./features/storage/storage-page.tsx'), 'StoragePage', LOADING);
const TextPage = lazyComponent(() => import('./features/text/text-page.tsx'), 'TextPage', LOADING);
const TrashPage = lazyComponent(() => import('./features/trash/trash-page.tsx'), 'TrashPage', LOADING);

/** The contract version this remote was built for. A literal, because an imported constant would have the shell's value at run time. */
export const contract: MfeModule['contract'] = 1;

const forCurators = (page: ReactNode) => <Allowed access="curator">{page}</Allowed>;

/** Relative to the mount path in the registry (/media-explorer). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <ExplorerPage /> },
  { path: 'all', element: <AllMediaPage /> },
  { path: 'collections', element: <CollectionsPage /> },
  { path: 'text', element: <TextPage /> },
  { path: 'storage', element: forCurators(<StoragePage />) },
  { path: 'trash', element: forCurators(<TrashPage />) },
];

/** Relative to the path of records in the registry (/media). */
export const recordRoutes: MfeModule['recordRoutes'] = [
  { path: 'collections/:slug', element: <CollectionPage /> },
  { path: ':slug', element: <MediaPage /> },
];

/** Content for slots on pages of other micro-frontends. */
export const fills: MfeModule['fills'] = {
  'home-card': () => import('./features/home/home-card.tsx'),
  'search-result': () => import('./features/search/search-result.tsx'),
};
