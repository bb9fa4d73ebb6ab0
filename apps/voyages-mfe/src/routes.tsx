import './style.css';
import { CONTRACT, type MfeModule } from '@archive/shell-api';
import { VoyageListPage } from './features/voyage-list/voyage-list-page.tsx';
import { VoyagePage } from './features/voyage-page/voyage-page.tsx';

export const contract: MfeModule['contract'] = CONTRACT;

/** Relative to the place that the registry gives this micro-frontend (/voyages). */
export const routes: MfeModule['routes'] = [
  { index: true, element: <VoyageListPage /> },
  { path: ':slug', element: <VoyagePage /> },
];
