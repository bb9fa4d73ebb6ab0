import { placeQuery, voyageQuery } from '@archive/api-client';
import type { Place, Voyage } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, Dialog, SkeletonList } from '@archive/ui';
import { useState } from 'react';
import { linkMarkdown, quoteMarkdown } from '../reading/addresses.ts';
import { type FoundRecord, RecordSearch } from './insert-record.tsx';

interface Passage {
  label: string;
  text: string;
  /** Who said it, if the record says so. */
  source?: string | null;
}

/** What readers see of a voyage in words. */
const passagesOfVoyage = ({ summary_markdown, additional_information, notes, royalty_details, spin }: Voyage) => [
  { label: 'Summary', text: summary_markdown },
  { label: 'Additional information', text: additional_information },
  { label: 'Notes', text: notes },
  { label: 'Royalty details', text: royalty_details },
  ...spin.map((item) => ({ label: 'Quote about the yacht', text: item.spin, source: item.source })),
];
const passagesOfPlace = ({ notes }: Place) => [{ label: 'Notes', text: notes }];

const withText = (passages: readonly (Omit<Passage, 'text'> & { text: string | null })[]): Passage[] =>
  passages.flatMap(({ text, ...passage }) => (text?.trim() ? [{ ...passage, text: text.trim() }] : []));

/** Picks a passage of a record to quote, with its source. */
export function InsertQuote({ onInsert, onClose }: { onInsert: (markdown: string) => void; onClose: () => void }) {
  const [record, setRecord] = useState<FoundRecord>();
  return (
    <Dialog
      open
      title="Insert a quote"
      description="It is quoted as the archive has it, with a link to the record. You can shorten it in the text."
      onOpenChange={(open) => !open && onClose()}
    >
      {record ? (
        <Passages
          record={record}
          onBack={() => setRecord(undefined)}
          onPick={({ text, source }) =>
            onInsert(
              quoteMarkdown(
                text,
                [source?.replaceAll(/\s+/g, ' '), linkMarkdown(record.title, record.address)]
                  .filter(Boolean)
                  .join(', '),
              ),
            )
          }
        />
      ) : (
        <RecordSearch label="Search voyages and places" kinds={['voyage', 'place']} onPick={setRecord} />
      )}
    </Dialog>
  );
}

interface PassagesProps {
  record: FoundRecord;
  onBack: () => void;
  onPick: (passage: Passage) => void;
}

function Passages({ record: { kind, slug, title }, onBack, onPick }: PassagesProps) {
  const voyage = useQuery({ ...voyageQuery(slug), enabled: kind === 'voyage' });
  const place = useQuery({ ...placeQuery(slug), enabled: kind === 'place' });
  const query = kind === 'voyage' ? voyage : place;
  const passages = withText(
    voyage.data ? passagesOfVoyage(voyage.data) : place.data ? passagesOfPlace(place.data) : [],
  );
  return (
    <div className="space-y-4">
      <div className="flex items-center justify-between gap-4">
        <p className="font-serif text-17 font-semibold">{title}</p>
        <Button size="small" onClick={onBack}>
          Choose another record
        </Button>
      </div>
      {!query.data && <QueryState query={query} failed="Can’t load this record" loading={<SkeletonList rows={3} />} />}
      {query.data && passages.length === 0 && <p className="text-faded">This record has no text to quote.</p>}
      <ul>
        {passages.map((passage, index) => (
          <li key={index} className="border-b border-rule">
            <button
              type="button"
              className="w-full px-1 py-2.5 text-left hover:bg-wash"
              onClick={() => onPick(passage)}
            >
              <span className="block text-13 text-faded">
                {[passage.label, passage.source].filter(Boolean).join(' · ')}
              </span>
              <span className="font-serif text-17 whitespace-pre-wrap">{passage.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
