import { fetchBulkUsage, keys } from '@archive/api-client';
import { useDebouncedValue } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import type { SelectedFile } from './selected-file.ts';

/** Slugs of the files' records, without files that have no record. */
export const slugsOf = (files: readonly SelectedFile[]): string[] =>
  files.flatMap(({ media_slug }) => media_slug ?? []);

/** Voyages that show any of the media. Always fetched again, because the confirmation lists them. */
export function useBulkUsage(slugs: string[]) {
  return useQuery({
    queryKey: ['bulk-usage', slugs],
    queryFn: () => fetchBulkUsage(slugs),
    enabled: slugs.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * Whether any of the media may be on a voyage: false until it is known, true if it can't be found out. Follows changes of the selection and
 * of the records.
 */
export function useMayBeOnVoyage(slugs: readonly string[]): boolean {
  const selected = useDebouncedValue(slugs.join(' '));
  const { data, isError } = useQuery({
    queryKey: [...keys.media, 'bulk-usage', selected],
    queryFn: () => fetchBulkUsage(selected.split(' ')),
    enabled: selected !== '',
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  return slugs.length > 0 && (data ? data.voyages.length > 0 : isError);
}
