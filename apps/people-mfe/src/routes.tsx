import './style.css';
import { CONTRACT, type MfeModule } from '@archive/shell-api';
import { DirectoryPage } from './features/directory/directory-page.tsx';
import { PersonPage } from './features/person/person-page.tsx';

export const contract: MfeModule['contract'] = CONTRACT;

/** Relative to the place that the registry gives this micro-frontend (/people). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <DirectoryPage /> },
  { path: ':slug', element: <PersonPage /> },
];
