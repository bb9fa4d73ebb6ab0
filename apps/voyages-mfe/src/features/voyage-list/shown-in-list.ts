import { voyagePlaceQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { useLocation, useNavigate } from '@archive/router';
import { useEffect } from 'react';
import { shownOf } from '../voyage-record/show-in-list.ts';
import { PAGE_SIZE, queryOf, type ListFilters } from './filters.ts';

/** What the list scrolls to. Goes to its page first. */
export function useShownInList(filters: ListFilters, page: number, hrefOf: (page: number) => string) {
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();
  const { saved, administration } = shownOf(state);
  const { data } = useQuery({
    ...voyagePlaceQuery({
      ...queryOf(filters),
      ...(saved === undefined ? { administration: administration ?? '' } : { voyage: saved }),
    }),
    enabled: saved !== undefined || administration !== undefined,
  });
  const wanted = data && Math.floor(data.place / PAGE_SIZE) + 1;
  useEffect(() => {
    if (wanted !== undefined && wanted !== page)
      void navigate(hrefOf(wanted), { replace: true, state, preventScrollReset: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page is left on purpose once it has been shown
  }, [wanted]);
  const here = wanted === page;
  return { saved: here ? saved : undefined, administration: here ? administration : undefined };
}
