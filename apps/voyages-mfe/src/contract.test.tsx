import { remoteContractSuite } from '@archive/shell-api/contract-suite';
import { contract, fills, routes } from './routes.tsx';

remoteContractSuite(
  { contract, routes, fills },
  {
    at: '/voyages',
    addresses: [
      '/voyages',
      '/voyages?q=Trudeau&significant=1&page=2',
      '/voyages/1976-06-16-ford-gerald-r-potomac-river-june-16-1976',
    ],
  },
);
