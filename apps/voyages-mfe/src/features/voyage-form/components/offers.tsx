import { presidentsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Button } from '@archive/ui';
import { useEffect, useRef, useState } from 'react';
import { offersOf, type Offer, type OfferPlace } from '../related-facts.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import type { FieldName } from '../values.ts';

interface Props {
  form: VoyageFormState;
  at: OfferPlace;
}

/** Suggests facts that usually go with those entered above. */
export function Offers({ form: { values, set }, at }: Props) {
  const presidents = useQuery(presidentsQuery()).data?.items ?? [];
  const [declined, setDeclined] = useState<readonly string[]>([]);
  const offers = offersOf(values, presidents).filter((offer) => offer.at === at && !declined.includes(offer.id));
  const list = useRef<HTMLUListElement>(null);
  const outcome = useRef<HTMLOutputElement>(null);
  const [response, setResponse] = useState('');
  const responded = useRef(false);
  // The pressed button no longer exists, so focus moves to the next offer.
  useEffect(() => {
    if (!responded.current) return;
    responded.current = false;
    if (document.activeElement === document.body) (list.current?.querySelector('button') ?? outcome.current)?.focus();
  });
  const accept = ({ text, changes, field }: Offer) => {
    responded.current = true;
    for (const [name, value] of Object.entries(changes ?? {})) set(name as FieldName, value as never);
    if (field) document.getElementById(`voyage-${field}`)?.focus();
    else setResponse(`${text} Yes.`);
  };
  const decline = ({ id, text }: Offer) => {
    responded.current = true;
    setDeclined([...declined, id]);
    setResponse(`${text} No.`);
  };
  return (
    <>
      <output ref={outcome} tabIndex={-1} className="sr-only">
        {response}
      </output>
      <ul ref={list} aria-label="Related facts" aria-live="polite" className="-mt-4 flex flex-col gap-2 empty:hidden">
        {offers.map((offer) => (
          <li
            key={offer.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded border border-dashed border-brass bg-wash/50 px-4 py-2"
          >
            <span>{offer.text}</span>
            <span className="flex gap-2">
              <Button
                size="small"
                aria-label={`${offer.changes ? 'Yes' : 'Enter'}: ${offer.text}`}
                onClick={() => accept(offer)}
              >
                {offer.changes ? 'Yes' : 'Enter'}
              </Button>
              <Button size="small" variant="quiet" aria-label={`No: ${offer.text}`} onClick={() => decline(offer)}>
                No
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
