import { Loading, SkeletonList } from '@archive/ui';
import { lazy, Suspense } from 'react';

const Page = lazy(() => import('./search-page.tsx').then((module) => ({ default: module.SearchPage })));

/** Loads the page on demand. */
export function SearchPage() {
  return (
    <Suspense
      fallback={
        <Loading label="Loading search...">
          <SkeletonList />
        </Loading>
      }
    >
      <Page />
    </Suspense>
  );
}
