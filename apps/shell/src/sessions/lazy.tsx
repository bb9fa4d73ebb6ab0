import { Loading, SkeletonList } from '@archive/ui';
import { lazy, Suspense } from 'react';

const Page = lazy(() => import('./sessions-page.tsx').then((module) => ({ default: module.SessionsPage })));

/** Loads the page on demand: few people open it. */
export function SessionsPage() {
  return (
    <Suspense
      fallback={
        <Loading label="Loading devices...">
          <SkeletonList />
        </Loading>
      }
    >
      <Page />
    </Suspense>
  );
}
