import path from 'node:path';

/** The values of `src/paths.ts` for a build: its sandbox and parser start with half the processor time. */
export const ROOT = path.resolve(import.meta.dirname, '../../../..');
export const PROGRAM = path.join(ROOT, 'apps/backend/dist');
export const EXTENSION = '.js';
