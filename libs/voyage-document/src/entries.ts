import type { OwnerSection, VoyageContent, WritableDocument } from './types.ts';

/** The heading of a president or owner. */
export type Owner = Omit<OwnerSection, 'line'>;

/**
 * A voyage with its president or owner: an element of the JSON format and a row of the CSV format (`VOYAGE_COLUMNS`). A field that is
 * absent in JSON stays unchanged in the record.
 */
export interface VoyageEntry extends Omit<VoyageContent, 'section'> {
  /** Slug of the record that the voyage updates. */
  voyage_slug?: string;
  owner: Owner | null;
}

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
