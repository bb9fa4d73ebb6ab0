import { personQuery } from '@archive/api-client';
import type { MarkedPerson, PictureRegion } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { useSearchParams } from '@archive/router';
import { useEffect, useEffectEvent } from 'react';
import type { Person } from './use-marks.ts';

const MARK = 'mark';

/**
 * Starts placing the region of the person requested by the URL (`?mark={person_slug}`), once. `people` are the marked people; undefined
 * until regions can be placed.
 */
export function useRequestedMark(
  people: readonly MarkedPerson[] | undefined,
  choose: (person: Person, region: PictureRegion | null) => void,
) {
  const [params, setParams] = useSearchParams();
  const slug = params.get(MARK);
  const { data: person } = useQuery({ ...personQuery(slug ?? ''), enabled: people !== undefined && slug !== null });
  const start = useEffectEvent(() => {
    if (!person || !people) return;
    choose(person, people.find(({ person_slug }) => person_slug === person.person_slug)?.region ?? null);
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(MARK);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  const isReady = person !== undefined && people !== undefined && slug !== null;
  useEffect(() => {
    if (isReady) start();
  }, [isReady]);
}
