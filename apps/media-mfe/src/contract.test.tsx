import { remoteContractSuite } from '@archive/shell-api/contract-suite';
import { contract, routes } from './routes.tsx';

remoteContractSuite(
  { contract, routes },
  { at: '/media-explorer', addresses: ['/media-explorer', '/media-explorer?path=x&file=y.jpg'] },
);
