import type { Attribute, Voyage } from '@archive/contracts';
import { Badge } from '@archive/ui';
import { badgesOf, typeWord } from '../attributes.ts';

/** Type and attributes of a voyage as small outlined words; nothing when it has none. */
export function AttributeBadges({ voyage }: { voyage: Pick<Voyage, Attribute | 'voyage_type'> }) {
  const type = typeWord(voyage.voyage_type);
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
