import { placesQuery, searchSuggestionsQuery } from '@archive/api-client';
import { useDebouncedValue } from '@archive/editing';
import { useQuery } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, Dialog, SearchField, SkeletonList } from '@archive/ui';
import { type ReactNode, useState } from 'react';

const PATHS = { voyage: '/voyages', person: '/people' } as const;
const LABELS = { voyage: 'Voyage', person: 'Person', place: 'Place' } as const;

export interface PickedRecord {
  title: string;
  /** With `#map`, its map. */
  address: string;
}

/** Kinds of records with a map. */
const MAPPED: readonly string[] = ['voyage', 'place'];

/** Finds a voyage, person or place to link to. */
export function InsertRecord({ onPick, onClose }: { onPick: (record: PickedRecord) => void; onClose: () => void }) {
  return (
    <Dialog
      open
      title="Insert a record"
      description="Alone in a paragraph, it shows what the archive has about the record. In a sentence, it is a link."
      onOpenChange={(open) => !open && onClose()}
    >
      <RecordSearch
        label="Search voyages, people and places"
        kinds={['voyage', 'person', 'place']}
        onPick={onPick}
        actionOf={({ title, address, kind }) =>
          MAPPED.includes(kind) && (
            <Button
              size="small"
              aria-label={`Insert a map of ${title}`}
              onClick={() => onPick({ title: `Map of ${title}`, address: `${address}#map` })}
            >
              Map
            </Button>
          )
        }
      />
    </Dialog>
  );
}

type Kind = keyof typeof LABELS;
export type FoundRecord = PickedRecord & { kind: Kind; slug: string };

interface RecordSearchProps {
  label: string;
  kinds: readonly Kind[];
  onPick: (record: FoundRecord) => void;
  /** Beside a record. */
  actionOf?: (record: FoundRecord) => ReactNode;
}

export function RecordSearch({ label, kinds, onPick, actionOf }: RecordSearchProps) {
  const [text, setText] = useState('');
  const q = useDebouncedValue(text.trim());
  const search = useQuery({ ...searchSuggestionsQuery({ q }), enabled: q !== '' });
  const places = useQuery({ ...placesQuery({ q, limit: 5 }), enabled: q !== '' });
  const found = [
    ...(search.data ?? []).flatMap(({ kind, slug, title, subtitle }) =>
      (kind === 'voyage' || kind === 'person') && slug !== null
        ? [{ kind, slug, title, note: subtitle, address: `${PATHS[kind]}/${slug}` }]
        : [],
    ),
    ...(places.data?.items ?? []).map(({ place_slug, name }) => ({
      kind: 'place' as const,
      slug: place_slug,
      title: name,
      note: null,
      address: `/places/${place_slug}`,
    })),
  ].filter(({ kind }) => kinds.includes(kind));
  return (
    <>
      <SearchField label={label} placeholder="Search by name, title or date" value={text} onValueChange={setText} />
      <div className="mt-4 min-h-48" aria-live="polite">
        {q !== '' && !search.data && (
          <QueryState query={search} failed="Can’t search right now" loading={<SkeletonList rows={4} />} />
        )}
        {search.data && found.length === 0 && <p className="text-faded">No records found. Try other words.</p>}
        <ul>
          {found.map(({ note, ...record }) => (
            <li key={record.address} className="flex items-center gap-2 border-b border-rule">
              <button
                type="button"
                className="min-w-0 flex-1 px-1 py-2.5 text-left hover:bg-wash"
                onClick={() => onPick(record)}
              >
                <span className="font-serif text-17 font-semibold">{record.title}</span>
                <span className="block text-13 text-faded">
                  {[LABELS[record.kind], note].filter(Boolean).join(' · ')}
                </span>
              </button>
              {actionOf?.(record)}
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
