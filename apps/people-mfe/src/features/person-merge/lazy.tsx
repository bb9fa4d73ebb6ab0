import { SkeletonList } from '@archive/ui';
import { lazy, Suspense, type ReactNode } from 'react';

/** Loaded on demand: readers never need these. */
export const DuplicatesAndMerges = lazy(() =>
  import('./duplicates-and-merges.tsx').then((module) => ({ default: module.DuplicatesAndMerges })),
);
export const DuplicatesPage = lazy(() =>
  import('./duplicates-page.tsx').then((module) => ({ default: module.DuplicatesPage })),
);
export const ComparePage = lazy(() => import('./compare-page.tsx').then((module) => ({ default: module.ComparePage })));

export const LazyPage = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<SkeletonList />}>{children}</Suspense>
);
