import { lazyComponent } from '../base/lazy-component.tsx';

/** Tabs. Their code (5 KB) loads when tabs are first shown. */
export const Tabs = lazyComponent(() => import('./tabs.tsx'), 'Tabs');
