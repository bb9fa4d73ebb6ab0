import type { Attribute, Voyage } from '@archive/contracts';

interface AttributeWords {
  name: Attribute;
  /** On a record: short, for a badge. */
  badge: string;
  /** In the choice of filters: as the form calls it (SPEC section 2, voyage form). */
  filter: string;
}

/** All thirteen attributes in the order in which a record shows them. */
export const ATTRIBUTE_WORDS: readonly AttributeWords[] = [
  { name: 'presidential_use', badge: 'Presidential', filter: 'Presidential Use' },
  { name: 'has_royalty', badge: 'Royalty', filter: 'Royalty Present' },
  { name: 'has_foreign_leader', badge: 'Foreign leader', filter: 'Foreign Leader Present' },
  { name: 'mention_camp_david', badge: 'Camp David', filter: 'Camp David' },
  { name: 'mention_mount_vernon', badge: 'Mount Vernon', filter: 'Mount Vernon' },
  { name: 'mention_captain', badge: 'Captain', filter: 'Captain' },
  { name: 'mention_crew', badge: 'Crew', filter: 'Crew' },
  { name: 'mention_rmd', badge: 'Repairs & damage', filter: 'Restoration/Maintenance/Damage' },
  { name: 'mention_yacht_spin', badge: 'Yacht spin', filter: 'Yacht Spin' },
  { name: 'mention_menu', badge: 'Menu', filter: 'Menu Info' },
  { name: 'mention_drinks_wine', badge: 'Drinks & wine', filter: 'Drinks/Wine' },
  { name: 'has_photo', badge: 'Photographs', filter: 'Photographs' },
  { name: 'has_video', badge: 'Video', filter: 'Video' },
];

/** The badges of a record. */
export function badgesOf(record: Pick<Voyage, Attribute>): string[] {
  return ATTRIBUTE_WORDS.filter(({ name }) => record[name]).map(({ badge }) => badge);
}

const TYPE_WORDS: Partial<Record<NonNullable<Voyage['voyage_type']>, string>> = {
  official: 'Official voyage',
  private: 'Private voyage',
  maintenance: 'Maintenance voyage',
  other: 'Other voyage',
};

/** The type badge; a voyage of no or unknown type has none. */
export function typeWord(type: Voyage['voyage_type']): string | undefined {
  return type ? TYPE_WORDS[type] : undefined;
}
