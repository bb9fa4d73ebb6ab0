import { peopleQuery } from '@archive/api-client';
import type { PersonListItem } from '@archive/contracts';
import { keepPreviousData, useQueries, useQuery } from '@archive/query';
import { useCallback, useState } from 'react';
import { PAGE_SIZE } from './params.ts';

const FIRST = [0];

/**
 * Everybody who matches, brought in pages as they come into sight. `at` is undefined for a place that has not arrived; `show` says
 * which places are in sight.
 */
export function usePeople(q: string, sort: 'name' | 'role') {
  const [wanted, setWanted] = useState({ of: '', pages: FIRST });
  const of = `${sort} ${q}`;
  const pages = wanted.of === of ? wanted.pages : FIRST;
  const query = (page: number) =>
    peopleQuery({ ...(q ? { q } : {}), sort, limit: PAGE_SIZE, offset: page * PAGE_SIZE });

  // The first page tells the total; while another search is on its way, the people of the last one stay in sight.
  const first = useQuery({ ...query(0), placeholderData: keepPreviousData });
  const more = pages.filter((page) => page > 0);
  const results = useQueries({ queries: more.map(query) });
  const found = new Map(more.map((page, index) => [page, results[index]?.data]));

  const at = (place: number): PersonListItem | undefined => {
    const page = Math.floor(place / PAGE_SIZE);
    return (page === 0 ? first.data : found.get(page))?.items[place % PAGE_SIZE];
  };

  const show = useCallback(
    (from: number, to: number) => {
      const [low, high] = [Math.floor(from / PAGE_SIZE), Math.floor(Math.max(from, to - 1) / PAGE_SIZE)];
      setWanted((now) => {
        const held = now.of === of ? now.pages : FIRST;
        const next = [...new Set([...held, low, high])];
        return now.of === of && next.length === held.length ? now : { of, pages: next };
      });
    },
    [of],
  );

  return {
    total: first.data?.total,
    at,
    show,
    stale: first.isPlaceholderData,
    error: first.error ?? results.find((result) => result.error)?.error ?? null,
    retry: () => void Promise.all([first, ...results].filter((one) => one.error).map((one) => one.refetch())),
  };
}
