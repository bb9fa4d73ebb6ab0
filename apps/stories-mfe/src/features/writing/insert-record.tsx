import { placesQuery, searchSuggestionsQuery } from '@archive/api-client';
import { useDebouncedValue } from '@archive/editing';
import { useQuery } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Dialog, SearchField, SkeletonList } from '@archive/ui';
import { useState } from 'react';

const PATHS = { voyage: '/voyages', person: '/people' } as const;
const LABELS = { voyage: 'Voyage', person: 'Person', place: 'Place' } as const;

export interface PickedRecord {
  title: string;
  address: string;
}

/** Finds a voyage, person or place to link to. */
export function InsertRecord({ onPick, onClose }: { onPick: (record: PickedRecord) => void; onClose: () => void }) {
  const [text, setText] = useState('');
  const q = useDebouncedValue(text.trim());
  const search = useQuery({ ...searchSuggestionsQuery({ q }), enabled: q !== '' });
  const places = useQuery({ ...placesQuery({ q, limit: 5 }), enabled: q !== '' });
  const found = [
    ...(search.data ?? []).flatMap(({ kind, slug, title, subtitle }) =>
      (kind === 'voyage' || kind === 'person') && slug !== null
        ? [{ kind, title, note: subtitle, address: `${PATHS[kind]}/${slug}` }]
        : [],
    ),
    ...(places.data?.items ?? []).map(({ place_slug, name }) => ({
      kind: 'place' as const,
      title: name,
      note: null,
      address: `/places/${place_slug}`,
    })),
  ];
  return (
    <Dialog
      open
      title="Insert a record"
      description="Alone in a paragraph, it shows what the archive has about the record. In a sentence, it is a link."
      onOpenChange={(open) => !open && onClose()}
    >
      <SearchField
        label="Search voyages, people and places"
        placeholder="Search by name, title or date"
        value={text}
        onValueChange={setText}
      />
      <div className="mt-4 min-h-48" aria-live="polite">
        {q !== '' && !search.data && (
          <QueryState query={search} failed="Can’t search right now" loading={<SkeletonList rows={4} />} />
        )}
        {search.data && found.length === 0 && <p className="text-faded">No records found. Try other words.</p>}
        <ul>
          {found.map(({ kind, title, note, address }) => (
            <li key={address} className="border-b border-rule">
              <button
                type="button"
                className="w-full px-1 py-2.5 text-left hover:bg-wash"
                onClick={() => onPick({ title, address })}
              >
                <span className="font-serif text-17 font-semibold">{title}</span>
                <span className="block text-13 text-faded">{[LABELS[kind], note].filter(Boolean).join(' · ')}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
