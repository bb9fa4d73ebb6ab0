import './style.css';
import { Allowed, type MfeModule } from '@archive/shell-api';
import { lazyComponent, SkeletonList } from '@archive/ui';
import type { ReactNode } from 'react';
import { DirectoryPage } from './features/directory/directory-page.tsx';
import { PersonPage } from './features/person/person-page.tsx';

const ComparePage = lazyComponent(
  () => import('./features/person-merge/compare-page.tsx'),
  'ComparePage',
  <SkeletonList />,
);
const DuplicatesPage = lazyComponent(
  () => import('./features/person-merge/duplicates-page.tsx'),
  'DuplicatesPage',
  <SkeletonList />,
);

const PlacePage = lazyComponent(() => import('./features/places/place-page.tsx'), 'PlacePage', <SkeletonList />);
const PlacesPage = lazyComponent(() => import('./features/places/places-page.tsx'), 'PlacesPage', <SkeletonList />);
const ReviewPage = lazyComponent(() => import('./features/places/review-page.tsx'), 'ReviewPage', <SkeletonList />);

/** The contract version this remote was built for. A literal, because an imported constant would have the shell's value at run time. */
export const contract: MfeModule['contract'] = 1;

const forCurators = (page: ReactNode) => <Allowed access="curator">{page}</Allowed>;

/** Relative to the mount path in the registry (/people). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <DirectoryPage /> },
  {
    path: 'duplicates',
    element: forCurators(<DuplicatesPage />),
  },
  {
    path: 'duplicates/:one/:other',
    element: forCurators(<ComparePage />),
  },
  { path: ':slug', element: <PersonPage /> },
];

/** Relative to the path of records in the registry (/places). */
export const recordRoutes: MfeModule['recordRoutes'] = [
  { index: true, element: <PlacesPage /> },
  { path: 'review', element: forCurators(<ReviewPage />) },
  { path: ':slug', element: <PlacePage /> },
];

/** Content for slots on pages of other micro-frontends. */
export const fills: MfeModule['fills'] = {
  'home-card': () => import('./features/home/home-card.tsx'),
  'search-result': () => import('./features/search/search-result.tsx'),
};
