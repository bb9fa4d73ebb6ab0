import { lazy, Suspense } from 'react';
import type { TabsProps } from './tabs.tsx';

const LoadedTabs = lazy(() => import('./tabs.tsx').then(({ Tabs }) => ({ default: Tabs })));

/** Tabs. Their code (5 KB) loads when tabs are first shown. */
export function Tabs(props: TabsProps) {
  return (
    <Suspense>
      <LoadedTabs {...props} />
    </Suspense>
  );
}
