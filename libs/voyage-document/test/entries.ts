import type { Owner, VoyageEntry } from '../src/entries.ts';
import type { VoyageContent, WritableDocument } from '../src/types.ts';

const keyOf = ({ kind, name, term_start, term_end }: Owner) => JSON.stringify([kind, name, term_start, term_end]);

/** Builds a document from voyages, with one section per owner in order of appearance. */
export function documentOfEntries(entries: Iterable<VoyageEntry>): WritableDocument {
  const sections: Owner[] = [];
  const places = new Map<string, number>();
  const voyages: VoyageContent[] = [];
  for (const { voyage_slug: _slug, owner, ...content } of entries) {
    let section: number | null = null;
    if (owner !== null) {
      section = places.get(keyOf(owner)) ?? sections.push(owner) - 1;
      places.set(keyOf(owner), section);
    }
    voyages.push({ ...content, section });
  }
  return { sections, voyages };
}
