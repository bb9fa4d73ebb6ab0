import { normalizeSection } from './normalize.ts';
import { writeOwnerHeading } from './owner-heading.ts';
import type { OwnerSection } from './types.ts';

/** Writes the heading of a president or owner. */
export const writeHeading = (owner: Omit<OwnerSection, 'line'>): string => writeOwnerHeading(normalizeSection(owner));
