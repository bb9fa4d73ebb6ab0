import { Loading, SkeletonList } from '@archive/ui';
import { lazy, Suspense } from 'react';
import type { PreviewPageProps } from './preview-page.tsx';

const Page = lazy(() => import('./preview-page.tsx').then((module) => ({ default: module.PreviewPage })));

/** Loads the page on demand: few people see it. */
export function PreviewPage(props: PreviewPageProps) {
  return (
    <Suspense
      fallback={
        <Loading label="Loading the preview...">
          <SkeletonList />
        </Loading>
      }
    >
      <Page {...props} />
    </Suspense>
  );
}
