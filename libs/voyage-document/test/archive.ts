import { readFileSync } from 'node:fs';

/** The real document that the project brings along. */
export const archiveText = readFileSync(new URL('../../../archive/sequoia-voyages.md', import.meta.url), 'utf8');
