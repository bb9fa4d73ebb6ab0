import type { Attribute, Voyage } from '@archive/contracts';
import { Badge } from '@archive/ui';
import { badgesOf, typeLabel } from '../attributes.ts';

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
