import { fetchUsageOfSeveral } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useQuery } from '@archive/query';

/** Addresses of the records of files; a file that nobody has described has none. */
export const slugsOf = (files: readonly StoredFile[]): string[] => files.flatMap(({ media_slug }) => media_slug ?? []);

/** The voyages that show any of the files, asked for as the question opens: what is about to be done depends on them. */
export function useUsageOfSeveral(slugs: string[]) {
  return useQuery({
    queryKey: ['usage-of-several', slugs],
    queryFn: () => fetchUsageOfSeveral(slugs),
    enabled: slugs.length > 0,
    staleTime: 0,
    gcTime: 0,
  });
}
