import './style.css';
import { Outlet } from '@archive/router';
import type { MfeModule } from '@archive/shell-api';
import { SkeletonList } from '@archive/ui';
import { lazy, Suspense } from 'react';
import { VoyageListPage } from './features/voyage-list/voyage-list-page.tsx';
import { VoyageLoading } from './features/voyage-record/components/voyage-states.tsx';
import { VoyagePage } from './features/voyage-page/voyage-page.tsx';

/** Contract version this micro-frontend was built for; the shell compares it with its own. */
export const contract: MfeModule['contract'] = 1;

/** Lazy: visitors do not need the form. */
const form = () => import('./features/voyage-form/voyage-form-page.tsx');
const NewVoyagePage = lazy(() => form().then(({ NewVoyagePage: Page }) => ({ default: Page })));
const EditVoyagePage = lazy(() => form().then(({ EditVoyagePage: Page }) => ({ default: Page })));

/** Lazy, because few visitors import documents. */
const ImportPage = lazy(() =>
  import('./features/import/import-page.tsx').then(({ ImportPage: Page }) => ({ default: Page })),
);
const OperationPage = lazy(() =>
  import('./features/import/operation-page.tsx').then(({ OperationPage: Page }) => ({ default: Page })),
);

/** Relative to the path that the registry assigns to this micro-frontend (/voyages). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <VoyageListPage /> },
  {
    element: (
      <Suspense fallback={<VoyageLoading />}>
        <NewVoyagePage />
      </Suspense>
    ),
    path: 'new',
  },
  {
    element: (
      <Suspense fallback={<SkeletonList label="Loading..." rows={6} />}>
        <Outlet />
      </Suspense>
    ),
    path: 'import',
    children: [
      { index: true, element: <ImportPage /> },
      { path: ':operation', element: <OperationPage /> },
    ],
  },
  {
    element: (
      <Suspense fallback={<VoyageLoading />}>
        <EditVoyagePage />
      </Suspense>
    ),
    path: ':slug/edit',
  },
  { path: ':slug', element: <VoyagePage /> },
];

/** Components for slots on other pages. */
export const fills: MfeModule['fills'] = {
  'home-card': () => import('./features/home/home-card.tsx'),
  'search-result': () => import('./features/search/search-result.tsx'),
};
