import type { Attribute, Voyage } from '@archive/contracts';
import { Badge } from '@archive/ui';

interface AttributeLabels {
  name: Attribute;
  /** Short text for badges. */
  badge: string;
  /** Label in filters and in the form (SPEC section 2, voyage form). */
  filter: string;
}

/** All thirteen attributes in display order. */
export const ATTRIBUTE_LABELS: readonly AttributeLabels[] = [
  { name: 'presidential_use', badge: 'Presidential', filter: 'Presidential Use' },
  { name: 'has_royalty', badge: 'Royalty', filter: 'Royalty Present' },
  { name: 'has_foreign_leader', badge: 'Foreign leader', filter: 'Foreign Leader Present' },
  { name: 'mention_camp_david', badge: 'Camp David', filter: 'Camp David' },
  { name: 'mention_mount_vernon', badge: 'Mount Vernon', filter: 'Mount Vernon' },
  { name: 'mention_captain', badge: 'Captain', filter: 'Captain' },
  { name: 'mention_crew', badge: 'Crew', filter: 'Crew' },
  { name: 'mention_rmd', badge: 'Restoration, maintenance & damage', filter: 'Restoration/Maintenance/Damage' },
  { name: 'mention_yacht_spin', badge: 'Yacht spin', filter: 'Yacht Spin' },
  { name: 'mention_menu', badge: 'Menu', filter: 'Menu Info' },
  { name: 'mention_drinks_wine', badge: 'Drinks & wine', filter: 'Drinks/Wine' },
  { name: 'has_photo', badge: 'Photographs', filter: 'Photographs' },
  { name: 'has_video', badge: 'Video', filter: 'Video' },
];

/** Badge labels of a voyage. */
function badgesOf(record: Pick<Voyage, Attribute>): string[] {
  return ATTRIBUTE_LABELS.filter(({ name }) => record[name]).map(({ badge }) => badge);
}

const TYPE_LABELS: Partial<Record<NonNullable<Voyage['voyage_type']>, string>> = {
  official: 'Official voyage',
  private: 'Private voyage',
  maintenance: 'Maintenance voyage',
  other: 'Other voyage',
};

/** Type badge text; undefined for none or unknown. */
function typeLabel(type: Voyage['voyage_type']): string | undefined {
  return type ? TYPE_LABELS[type] : undefined;
}

/** Type and attribute badges; renders nothing when there are none. */
export function AttributeBadges({ voyage }: { voyage: Pick<Voyage, Attribute | 'voyage_type'> }) {
  const type = typeLabel(voyage.voyage_type);
  const words = badgesOf(voyage);
  if (!type && words.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5" aria-label="Attributes">
      {type && (
        <li className="flex">
          <Badge tone="brass">{type}</Badge>
        </li>
      )}
      {words.map((word) => (
        <li key={word} className="flex">
          <Badge>{word}</Badge>
        </li>
      ))}
    </ul>
  );
}
