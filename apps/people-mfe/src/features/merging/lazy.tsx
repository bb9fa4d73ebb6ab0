import { SkeletonList } from '@archive/ui';
import { lazy, Suspense, type ReactNode } from 'react';

/** What only a curator who looks for duplicates needs is fetched then. */
export const SamePerson = lazy(() => import('./same-person.tsx').then((module) => ({ default: module.SamePerson })));
export const DuplicatesPage = lazy(() =>
  import('./duplicates-page.tsx').then((module) => ({ default: module.DuplicatesPage })),
);
export const ComparePage = lazy(() => import('./compare-page.tsx').then((module) => ({ default: module.ComparePage })));

export const LazyPage = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<SkeletonList />}>{children}</Suspense>
);
