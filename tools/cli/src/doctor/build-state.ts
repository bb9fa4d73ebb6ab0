import { isBuilt } from '../build.ts';
import { type Finding, ok } from './finding.ts';

export const buildState = (root: string): Finding =>
  isBuilt(root) ? ok('Build', 'up to date') : ok('Build', 'missing or older than the sources; the next start builds');
