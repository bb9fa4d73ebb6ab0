import { parseVoyageDocument } from './parse.ts';
import { normalizeVoyage } from './normalize.ts';
import type { VoyageContent, VoyageRecord } from './types.ts';
import { writeVoyage } from './write.ts';

/** Appended to check that the lines parse in the same way if more of a document follows. */
const NEXT = '\n\n(Menu)\n\n## 1900';

/** Parses the lines of one voyage, such as `original_markdown`; null if they would not be exactly one voyage in any document. */
export function readVoyageLines(lines: string): VoyageRecord | null {
  const { sections, voyages, rejected } = parseVoyageDocument(lines + NEXT);
  const [voyage] = voyages;
  const isSingle = voyages.length === 2 && sections.length === 0 && rejected.length === 0;
  return isSingle && voyage?.line === 1 && voyage.original_markdown === lines ? voyage : null;
}

const contentOf = ({ section: _section, ...content }: VoyageContent) =>
  JSON.stringify(normalizeVoyage({ ...content, section: null }));

/**
 * Writes a voyage without its owner heading. Returns the original lines if their content is unchanged, so that an export rewrites only
 * edited voyages.
 */
export function writeVoyageLines(voyage: VoyageContent, original: VoyageRecord | null): string {
  return original !== null && contentOf(original) === contentOf(voyage)
    ? original.original_markdown
    : writeVoyage(normalizeVoyage(voyage));
}
