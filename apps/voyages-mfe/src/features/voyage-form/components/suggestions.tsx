import { presidentsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Button } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import { FACTS, suggestionsFor, type Suggestion, type SuggestionPosition } from '../related-facts.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import type { FieldName } from '../values.ts';
import { memoByFields } from './memo-by-fields.ts';

interface Props {
  form: VoyageFormState;
  position: SuggestionPosition;
}

/** Suggests facts that usually belong to the facts entered above. */
function RelatedFacts({ form: { values, set }, position }: Props) {
  const presidents = useQuery(presidentsQuery()).data?.items ?? [];
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const suggestions = suggestionsFor(values, presidents).filter(
    (suggestion) => suggestion.section === position && !dismissed.includes(suggestion.id),
  );
  const list = useRef<HTMLUListElement>(null);
  const outcome = useRef<HTMLOutputElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const shouldMoveFocus = useRef(false);
  // The pressed button no longer exists, so move focus to the next suggestion.
  useEffect(() => {
    if (!shouldMoveFocus.current) return;
    shouldMoveFocus.current = false;
    if (document.activeElement === document.body) (list.current?.querySelector('button') ?? outcome.current)?.focus();
  });
  const accept = ({ text, changes, field }: Suggestion) => {
    shouldMoveFocus.current = true;
    for (const [name, value] of Object.entries(changes ?? {})) set(name as FieldName, value as never);
    if (field) document.getElementById(`voyage-${field}`)?.focus();
    else setAnnouncement(`${text} Yes.`);
  };
  const dismiss = ({ id, text }: Suggestion) => {
    shouldMoveFocus.current = true;
    setDismissed([...dismissed, id]);
    setAnnouncement(`${text} No.`);
  };
  return (
    <>
      <output ref={outcome} tabIndex={-1} className="sr-only">
        {announcement}
      </output>
      <ul ref={list} aria-label="Related facts" aria-live="polite" className="-mt-4 flex flex-col gap-2 empty:hidden">
        {suggestions.map((suggestion) => (
          <li
            key={suggestion.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded border border-dashed border-brass bg-wash/50 px-4 py-2"
          >
            <span>{suggestion.text}</span>
            <span className="flex gap-2">
              <Button size="small" aria-label={`Yes: ${suggestion.text}`} onClick={() => accept(suggestion)}>
                Yes
              </Button>
              <Button
                size="small"
                variant="quiet"
                aria-label={`No: ${suggestion.text}`}
                onClick={() => dismiss(suggestion)}
              >
                No
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

export const Suggestions = memoByFields(RelatedFacts, FACTS);
