import { voyagePositionQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { useLocation, useNavigate } from '@archive/router';
import { useEffect } from 'react';
import { scrollTargetOf } from '../voyage-record/scroll-target.ts';
import { PAGE_SIZE, queryOf, type ListFilters } from './filters.ts';

/** The voyage or the administration that the list scrolls to. Opens its page of the list first. */
export function useScrollTarget(filters: ListFilters, page: number, hrefOf: (page: number) => string) {
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();
  const { saved, expanded, administration } = scrollTargetOf(state);
  const voyage = saved ?? expanded;
  const { data } = useQuery({
    ...voyagePositionQuery({
      ...queryOf(filters),
      ...(voyage === undefined ? { administration: administration ?? '' } : { voyage }),
    }),
    enabled: voyage !== undefined || administration !== undefined,
  });
  const targetPage = data && Math.floor(data.place / PAGE_SIZE) + 1;
  useEffect(() => {
    if (targetPage !== undefined && targetPage !== page)
      void navigate(hrefOf(targetPage), { replace: true, state, preventScrollReset: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the page is left on purpose once it has been shown
  }, [targetPage]);
  const isOnPage = targetPage === page;
  return isOnPage ? { saved, expanded, administration } : {};
}
