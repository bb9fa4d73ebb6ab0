import type { Administration, VoyageListItem } from '@archive/contracts';

/** The voyages of one owner on a page of the list. */
export interface ListSection {
  /** Stable across pages and visits; identifies a collapsed section. */
  id: string;
  owner: Administration;
  entries: VoyageListItem[];
}

const NO_OWNER = 'none';

/** Section id of an owner: the slug, or `none` for voyages without an owner. */
export const sectionIdOf = ({ president_slug }: Pick<Administration, 'president_slug'>): string =>
  president_slug ?? NO_OWNER;

/** Owner details taken from a voyage, used until the administrations have loaded. */
function ownerOf(entry: VoyageListItem): Administration {
  return {
    president_slug: entry.president_slug_from_voyage,
    president_name: entry.president_name,
    president_party: entry.president_party,
    presidential: entry.presidential,
    ...entry.proposed_owner,
    term_start: null,
    term_end: null,
    voyage_count: 0,
    first_start_date: entry.start_date,
  };
}

/**
 * Groups a page of voyages by owner, or by the proposed one, in the order of the administrations (earliest first). Voyages keep their order. Until a section's
 * administration has loaded, its count is the number of its voyages on the page.
 */
export function sectionsOf(entries: VoyageListItem[], administrations: Administration[]): ListSection[] {
  const sections = new Map<string, ListSection>();
  for (const owner of administrations) {
    const id = sectionIdOf(owner);
    sections.set(id, { id, owner, entries: [] });
  }
  for (const entry of entries) {
    const id = entry.president_slug_from_voyage ?? entry.proposed_owner?.president_slug ?? NO_OWNER;
    const section = sections.get(id) ?? { id, owner: ownerOf(entry), entries: [] };
    section.entries.push(entry);
    sections.set(id, section);
  }
  return [...sections.values()]
    .filter((section) => section.entries.length > 0)
    .map((section) => ({
      ...section,
      owner: { ...section.owner, voyage_count: Math.max(section.owner.voyage_count, section.entries.length) },
    }));
}
