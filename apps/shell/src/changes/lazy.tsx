import { Loading, SkeletonList } from '@archive/ui';
import { lazy, Suspense } from 'react';

const Page = lazy(() => import('./changes-page.tsx').then((module) => ({ default: module.ChangesPage })));

/** Loads the page on demand, because visitors don't need it. */
export function ChangesPage() {
  return (
    <Suspense
      fallback={
        <Loading label="Loading changes...">
          <SkeletonList />
        </Loading>
      }
    >
      <Page />
    </Suspense>
  );
}
