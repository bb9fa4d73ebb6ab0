import { Loading, SkeletonList } from '@archive/ui';
import { lazy, Suspense } from 'react';

const Page = lazy(() =>
  import('./micro-frontends-page.tsx').then((module) => ({ default: module.MicroFrontendsPage })),
);

/** Loads the page on demand, because few people open it. */
export function MicroFrontendsPage() {
  return (
    <Suspense
      fallback={
        <Loading label="Loading...">
          <SkeletonList />
        </Loading>
      }
    >
      <Page />
    </Suspense>
  );
}
