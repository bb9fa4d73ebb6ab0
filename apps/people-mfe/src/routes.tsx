import './style.css';
import type { MfeModule } from '@archive/shell-api';
import { DirectoryPage } from './features/directory/directory-page.tsx';
import { ComparePage, DuplicatesPage, LazyPage } from './features/merging/lazy.tsx';
import { PersonPage } from './features/person/person-page.tsx';

/** Its own number, not the shell's: the library is the shell's when this runs. */
export const contract: MfeModule['contract'] = 1;

/** Relative to the place that the registry gives this micro-frontend (/people). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <DirectoryPage /> },
  {
    path: 'duplicates',
    element: (
      <LazyPage>
        <DuplicatesPage />
      </LazyPage>
    ),
  },
  {
    path: 'duplicates/:one/:other',
    element: (
      <LazyPage>
        <ComparePage />
      </LazyPage>
    ),
  },
  { path: ':slug', element: <PersonPage /> },
];

/** What it shows on pages of others. */
export const fills: MfeModule['fills'] = { 'home-card': () => import('./features/home/home-card.tsx') };
