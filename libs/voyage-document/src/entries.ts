import type { OwnerSection, VoyageContent, WritableDocument } from './types.ts';

/** What a heading says of a president or owner. */
export type Owner = Omit<OwnerSection, 'line'>;

/**
 * A voyage by itself, with its president or owner: a record of the JSON that the archive gives and takes (an array of these), and a
 * row of its CSV (`VOYAGE_COLUMNS`). In JSON a field that is absent says the same as null, false or an empty list.
 */
export interface VoyageEntry extends Omit<VoyageContent, 'section'> {
  /** The record that was given; nothing is read from it. */
  voyage_slug?: string;
  owner: Owner | null;
}

const keyOf = ({ kind, name, term_start, term_end }: Owner) => JSON.stringify([kind, name, term_start, term_end]);

/** The document of these voyages: each owner is a section, in the order in which they come. */
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
