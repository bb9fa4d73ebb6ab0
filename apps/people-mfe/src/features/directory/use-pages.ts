import { keepPreviousData, useQueries, useQuery, type QueryKey, type UseQueryOptions } from '@archive/query';
import { useCallback, useState } from 'react';
import { PAGE_SIZE } from './params.ts';

/** A paged list of people. */
export interface Pages<Data, Item, Key extends QueryKey> {
  /** Identifies the search; pages of a different search are never mixed in. */
  searchKey: string;
  query: (page: { limit: number; offset: number }) => UseQueryOptions<Data, Error, Data, Key>;
  items: (data: Data) => Item[];
  /** Reads the list without any items first, because none may be visible. */
  itemsOnDemand?: boolean;
}

/**
 * Loads pages as they scroll into view. `at(index)` is undefined until its page has loaded. Call `show` with the visible indexes. Pages
 * that were only scrolled past are not loaded.
 */
export function usePages<Data, Item, Key extends QueryKey>({
  searchKey,
  query,
  items,
  itemsOnDemand = false,
}: Pages<Data, Item, Key>) {
  const [requested, setRequested] = useState({ searchKey: '', pages: '' });
  const pages =
    requested.searchKey === searchKey && requested.pages !== '' ? requested.pages.split(' ').map(Number) : [];
  const pageQuery = (page: number) => query({ limit: PAGE_SIZE, offset: page * PAGE_SIZE });

  // The first response has the total. During a new search, the previous results stay visible.
  const firstQuery = itemsOnDemand ? query({ limit: 0, offset: 0 }) : pageQuery(0);
  const firstPage = useQuery({ ...firstQuery, placeholderData: keepPreviousData });
  const results = useQueries({ queries: pages.map(pageQuery) });
  const loaded = new Map(pages.map((page, index) => [page, results[index]?.data]));

  const itemAt = (index: number): Item | undefined => {
    const page = Math.floor(index / PAGE_SIZE);
    const data = page === 0 && !itemsOnDemand ? firstPage.data : loaded.get(page);
    return data === undefined ? undefined : items(data)[index % PAGE_SIZE];
  };

  const show = useCallback(
    (indexes: number[]) => {
      const visible = new Set(
        indexes.map((index) => Math.floor(index / PAGE_SIZE)).filter((page) => page > 0 || itemsOnDemand),
      );
      const next = [...visible].join(' ');
      setRequested((current) =>
        current.searchKey === searchKey && current.pages === next ? current : { searchKey, pages: next },
      );
    },
    [searchKey, itemsOnDemand],
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
