import { keepPreviousData, useQueries, useQuery, type QueryKey, type UseQueryOptions } from '@archive/query';
import { useCallback, useState } from 'react';
import { PAGE_SIZE } from './params.ts';

/** Where the people of the directory come from, in one order, a page at a time. */
export interface Pages<Answer, Item, Key extends QueryKey> {
  /** Names the search: people of another one are other people. */
  of: string;
  /** Asks for `limit` people from `offset` on. */
  query: (page: { limit: number; offset: number }) => UseQueryOptions<Answer, Error, Answer, Key>;
  items: (answer: Answer) => Item[];
}

/**
 * Pages of people, brought as they come into sight. `at` is undefined for a place that has not arrived; `show` says which places are
 * in sight: pages that were only passed by are not waited for.
 */
export function usePages<Answer, Item, Key extends QueryKey>({ of, query, items }: Pages<Answer, Item, Key>) {
  const [wanted, setWanted] = useState({ of: '', pages: '' });
  const pages = wanted.of === of && wanted.pages !== '' ? wanted.pages.split(' ').map(Number) : [];
  const ask = (page: number) => query({ limit: PAGE_SIZE, offset: page * PAGE_SIZE });

  // The first page tells how many there are; while another search is on its way, the people of the last one stay in sight.
  const first = useQuery({ ...ask(0), placeholderData: keepPreviousData });
  const results = useQueries({ queries: pages.map(ask) });
  const found = new Map(pages.map((page, index) => [page, results[index]?.data]));

  const at = (place: number): Item | undefined => {
    const page = Math.floor(place / PAGE_SIZE);
    const answer = page === 0 ? first.data : found.get(page);
    return answer === undefined ? undefined : items(answer)[place % PAGE_SIZE];
  };

  const show = useCallback(
    (places: number[]) => {
      const seen = new Set(places.map((place) => Math.floor(place / PAGE_SIZE)).filter((page) => page > 0));
      const next = [...seen].join(' ');
      setWanted((now) => (now.of === of && now.pages === next ? now : { of, pages: next }));
    },
    [of],
  );

  return {
    first: first.data,
    at,
    show,
    stale: first.isPlaceholderData,
    error: first.error ?? results.find((result) => result.error)?.error ?? null,
    retry: () => void Promise.all([first, ...results].filter((one) => one.error).map((one) => one.refetch())),
  };
}
