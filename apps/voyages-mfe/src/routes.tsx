import './style.css';
import { Allowed, type MfeModule } from '@archive/shell-api';
import { SkeletonList, lazyComponent } from '@archive/ui';
import type { ReactNode } from 'react';
import { VoyageListPage } from './features/voyage-list/voyage-list-page.tsx';
import { VoyageLoading } from './features/voyage-record/components/voyage-states.tsx';

/** Contract version this micro-frontend was built for; the shell compares it with its own. */
export const contract: MfeModule['contract'] = 1;

/** Lazy, because most visits start with the list. */
const VoyagePage = lazyComponent(
  () => import('./features/voyage-page/voyage-page.tsx'),
  'VoyagePage',
  <VoyageLoading />,
);

/** Lazy: visitors do not need the form. */
const form = () => import('./features/voyage-form/voyage-form-page.tsx');
const NewVoyagePage = lazyComponent(form, 'NewVoyagePage', <VoyageLoading />);
const EditVoyagePage = lazyComponent(form, 'EditVoyagePage', <VoyageLoading />);

/** Lazy, because few visitors import documents. */
const LOADING = <SkeletonList label="Loading..." rows={6} />;
const ImportPage = lazyComponent(() => import('./features/import/import-page.tsx'), 'ImportPage', LOADING);
const OperationPage = lazyComponent(() => import('./features/import/operation-page.tsx'), 'OperationPage', LOADING);
const PackagePage = lazyComponent(() => import('./features/import/package-page.tsx'), 'PackagePage', LOADING);

/** Lazy, because few visits open the charts. */
const FiguresPage = lazyComponent(() => import('./features/figures/figures-page.tsx'), 'FiguresPage', LOADING);

const forCurators = (page: ReactNode) => <Allowed access="curator">{page}</Allowed>;
const forContributors = (page: ReactNode) => <Allowed access="contributor">{page}</Allowed>;

/** Relative to the path that the registry assigns to this micro-frontend (/voyages). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <VoyageListPage /> },
  { path: 'new', element: forContributors(<NewVoyagePage />) },
  { path: 'import', element: forCurators(<ImportPage />) },
  { path: 'import/package', element: forCurators(<PackagePage />) },
  { path: 'import/:operation', element: forCurators(<OperationPage />) },
  { path: ':slug/edit', element: forContributors(<EditVoyagePage />) },
  { path: ':slug', element: <VoyagePage /> },
];

/** The charts, at `/figures`. */
export const recordRoutes: MfeModule['recordRoutes'] = [{ index: true, element: <FiguresPage /> }];

/** Components for slots on other pages. */
export const fills: MfeModule['fills'] = {
  'home-card': () => import('./features/home/home-card.tsx'),
  'search-result': () => import('./features/search/search-result.tsx'),
};
