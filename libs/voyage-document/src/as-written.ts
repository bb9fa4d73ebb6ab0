import { parseVoyageDocument } from './parse.ts';
import { writeOwnerHeading } from './owner-heading.ts';
import { tidySection, tidyVoyage } from './tidy.ts';
import type { OwnerSection, VoyageContent, VoyageRecord } from './types.ts';
import { writeVoyage } from './write.ts';

/** What a document may go on with: codes, and another voyage. */
const NEXT = '\n\n(Menu)\n\n## 1900';

/**
 * The voyage that these lines of a document are, such as `original_markdown` has them; null when they are not exactly one voyage,
 * wherever they stand.
 */
export function readVoyageLines(lines: string): VoyageRecord | null {
  const { sections, voyages, rejected } = parseVoyageDocument(lines + NEXT);
  const [voyage] = voyages;
  const alone = voyages.length === 2 && sections.length === 0 && rejected.length === 0;
  return alone && voyage?.line === 1 && voyage.original_markdown === lines ? voyage : null;
}

const told = ({ section: _section, ...content }: VoyageContent) =>
  JSON.stringify(tidyVoyage({ ...content, section: null }));

/**
 * A voyage as a part of a document, without the heading of its owner. Where the lines that it was once read from still say the same,
 * it is those lines, so that a document changes only where the archive has.
 */
export function writeVoyageLines(voyage: VoyageContent, original: VoyageRecord | null): string {
  return original !== null && told(original) === told(voyage)
    ? original.original_markdown
    : writeVoyage(tidyVoyage(voyage));
}

/** The heading under which the voyages of a president or owner stand. */
export const writeHeading = (owner: Omit<OwnerSection, 'line'>): string => writeOwnerHeading(tidySection(owner));
