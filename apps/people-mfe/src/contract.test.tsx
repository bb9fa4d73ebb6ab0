import { remoteContractSuite } from '@archive/shell-api/contract-suite';
import { contract, fills, routes } from './routes.tsx';

remoteContractSuite(
  { contract, routes, fills },
  {
    at: '/people',
    addresses: [
      '/people',
      '/people?group=role',
      '/people?group=president',
      '/people/nimitz-chester-w',
      '/people/duplicates',
      '/people/duplicates/harriman-averill/harriman-w-averell',
    ],
  },
);
