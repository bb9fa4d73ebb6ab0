import type { MediaItem } from '@archive/contracts';
import { Button, formatDate } from '@archive/ui';
import { FIELD_LABELS, type MediaDraft } from './media-draft.ts';

interface SuggestionsProps {
  media: MediaItem;
  draft: MediaDraft;
  onUse: (changes: Partial<MediaDraft>) => void;
}

/** Offers embedded metadata for blank fields. */
export function Suggestions({ media: { suggested }, draft, onUse }: SuggestionsProps) {
  const suggestions = (['date', 'credit'] as const).flatMap((name) => {
    const value = suggested?.[name];
    return value && draft[name] === '' ? [{ name, value }] : [];
  });
  if (suggestions.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-13 text-faded">
      {suggestions.map(({ name, value }) => (
        <li key={name} className="flex flex-wrap items-center gap-2">
          {FIELD_LABELS[name]} in the file: {name === 'date' ? formatDate(value) : value}
          <Button size="small" aria-label={`Use the ${name} in the file`} onClick={() => onUse({ [name]: value })}>
            Use
          </Button>
        </li>
      ))}
    </ul>
  );
}
