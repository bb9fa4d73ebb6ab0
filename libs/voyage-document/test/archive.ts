import { readFileSync } from 'node:fs';

/** The archive document of the project. */
export const archiveText = readFileSync(new URL('../../../archive/sequoia-voyages.md', import.meta.url), 'utf8');
