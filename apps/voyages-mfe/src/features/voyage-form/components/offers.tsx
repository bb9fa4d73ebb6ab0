import { presidentsQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Button } from '@archive/ui';
import { useState } from 'react';
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
  const accept = ({ changes, field }: Offer) => {
    for (const [name, value] of Object.entries(changes ?? {})) set(name as FieldName, value as never);
    if (field) document.getElementById(`voyage-${field}`)?.focus();
  };
  return (
    <ul aria-label="Related facts" aria-live="polite" className="-mt-4 flex flex-col gap-2 empty:hidden">
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
            <Button
              size="small"
              variant="quiet"
              aria-label={`No: ${offer.text}`}
              onClick={() => setDeclined([...declined, offer.id])}
            >
              No
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}
