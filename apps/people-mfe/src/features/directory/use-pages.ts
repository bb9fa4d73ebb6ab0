import { keepPreviousData, useQueries, useQuery, type QueryKey, type UseQueryOptions } from '@archive/query';
import { useCallback, useState } from 'react';
import { PAGE_SIZE } from './params.ts';

/** A paged list of people. */
export interface Pages<Data, Item, Key extends QueryKey> {
  /** Identifies the search; pages of a different search are never mixed in. */
  searchKey: string;
  query: (page: { limit: number; offset: number }) => UseQueryOptions<Data, Error, Data, Key>;
  items: (data: Data) => Item[];
}

/**
 * Loads pages as they scroll into view. `at(index)` is undefined until its page has loaded. `show` takes the visible indexes; pages
 * that were only scrolled past are dropped.
 */
export function usePages<Data, Item, Key extends QueryKey>({ searchKey, query, items }: Pages<Data, Item, Key>) {
  const [requested, setRequested] = useState({ searchKey: '', pages: '' });
  const pages =
    requested.searchKey === searchKey && requested.pages !== '' ? requested.pages.split(' ').map(Number) : [];
  const pageQuery = (page: number) => query({ limit: PAGE_SIZE, offset: page * PAGE_SIZE });

  // The first page carries the total. During a new search the previous results stay visible.
  const firstPage = useQuery({ ...pageQuery(0), placeholderData: keepPreviousData });
  const results = useQueries({ queries: pages.map(pageQuery) });
  const loaded = new Map(pages.map((page, index) => [page, results[index]?.data]));

  const itemAt = (index: number): Item | undefined => {
    const page = Math.floor(index / PAGE_SIZE);
    const data = page === 0 ? firstPage.data : loaded.get(page);
    return data === undefined ? undefined : items(data)[index % PAGE_SIZE];
  };

  const show = useCallback(
    (indexes: number[]) => {
      const visible = new Set(indexes.map((index) => Math.floor(index / PAGE_SIZE)).filter((page) => page > 0));
      const next = [...visible].join(' ');
      setRequested((current) =>
        current.searchKey === searchKey && current.pages === next ? current : { searchKey, pages: next },
      );
    },
    [searchKey],
  );

  return {
    first: firstPage.data,
    itemAt,
    show,
    stale: firstPage.isPlaceholderData,
    /** Why a page can’t be shown. A failed refresh leaves it as it is. */
    error: [firstPage, ...results].find(({ data, error }) => error && !data)?.error ?? null,
    retry: () => void Promise.all([firstPage, ...results].filter((item) => item.error).map((item) => item.refetch())),
  };
}
