import './style.css';
import type { MfeModule } from '@archive/shell-api';
import { StatisticsPage } from './statistics-page.tsx';

/** The contract this remote was built for. A literal, because an imported constant would be that of the shell at run time. */
export const contract: MfeModule['contract'] = 1;

/** Relative to the mount path in the registry (/log-book-statistics). */
export const routes: MfeModule['routes'] = [{ index: true, element: <StatisticsPage /> }];

export const fills: MfeModule['fills'] = { 'home-card': () => import('./home-card.tsx') };
