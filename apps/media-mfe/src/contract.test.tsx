import { remoteContractSuite } from '@archive/shell-api/contract-suite';
import { contract, fills, recordRoutes, routes } from './routes.tsx';

remoteContractSuite(
  { contract, routes, fills },
  { at: '/media-explorer', addresses: ['/media-explorer', '/media-explorer?path=x&file=y.jpg'] },
);

remoteContractSuite({ contract, routes: recordRoutes ?? [] }, { at: '/media', addresses: ['/media/at-the-rail'] });
