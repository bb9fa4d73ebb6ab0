import { remoteContractSuite } from '@archive/shell-api/contract-suite';
import { contract, routes } from './routes.tsx';

remoteContractSuite(
  { contract, routes },
  { at: '/stories', addresses: ['/stories', '/stories/aground', '/stories/new'] },
);
