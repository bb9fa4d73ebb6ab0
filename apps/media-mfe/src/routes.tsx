import './style.css';
import type { MfeModule } from '@archive/shell-api';
import { Suspense } from 'react';
import { ExplorerPage } from './features/explorer/explorer-page.tsx';
import { StoragePage } from './features/lazy.tsx';

/** Its own number, not the shell's: the library is the shell's when this runs. */
export const contract: MfeModule['contract'] = 1;

/** Relative to the place that the registry gives this micro-frontend (/media-explorer). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <ExplorerPage /> },
  {
    path: 'storage',
    element: (
      <Suspense>
        <StoragePage />
      </Suspense>
    ),
  },
];

/** What it shows on pages of others. */
export const fills: MfeModule['fills'] = { 'home-card': () => import('./features/home/home-card.tsx') };
