import './style.css';
import { CONTRACT, type MfeModule } from '@archive/shell-api';
import { ExplorerPage } from './features/explorer/explorer-page.tsx';

export const contract: MfeModule['contract'] = CONTRACT;

/** Relative to the place that the registry gives this micro-frontend (/media-explorer). */
export const routes: MfeModule['routes'] = [{ index: true, element: <ExplorerPage /> }];
