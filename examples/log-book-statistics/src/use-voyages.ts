import { voyagesQuery } from '@archive/api-client';
import { useQueries, useQuery } from '@archive/query';

/** The most that one request returns. */
const PAGE = 1000;

/** All voyages of the log, read page by page. */
export function useVoyages() {
  const first = useQuery(voyagesQuery({ limit: PAGE }));
  const total = first.data?.total ?? 0;
  const offsets = Array.from({ length: Math.max(Math.ceil(total / PAGE) - 1, 0) }, (_, index) => (index + 1) * PAGE);
  const others = useQueries({
    queries: offsets.map((offset) => voyagesQuery({ limit: PAGE, offset })),
  });
  const pages = [first, ...others];
  return {
    voyages: pages.every(({ data }) => data) ? pages.flatMap(({ data }) => data?.items ?? []) : undefined,
    error: pages.find(({ error }) => error)?.error ?? null,
    retry: () => pages.filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  };
}
