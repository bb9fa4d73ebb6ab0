import { fetchBulkUsage } from '@archive/api-client';
import { useQuery } from '@archive/query';
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
