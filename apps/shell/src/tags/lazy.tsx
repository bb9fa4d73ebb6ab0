import { Loading, SkeletonList } from '@archive/ui';
import { lazy, Suspense } from 'react';

const Page = lazy(() => import('./tags-page.tsx').then((module) => ({ default: module.TagsPage })));

/** Loads the page on demand. */
export function TagsPage() {
  return (
    <Suspense
      fallback={
        <Loading label="Loading tags...">
          <SkeletonList />
        </Loading>
      }
    >
      <Page />
    </Suspense>
  );
}
