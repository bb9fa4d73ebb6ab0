import { Loading, SkeletonList } from '@archive/ui';
import { lazy, Suspense } from 'react';

const Page = lazy(() => import('./front-ends-page.tsx').then((module) => ({ default: module.FrontEndsPage })));

/** Few people ever open it, so it comes when they do. */
export function FrontEndsPage() {
  return (
    <Suspense
      fallback={
        <Loading label="Loading…">
          <SkeletonList />
        </Loading>
      }
    >
      <Page />
    </Suspense>
  );
}
