import { useSearchParams } from '@archive/router';

export const GROUPINGS = ['none', 'role', 'president'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** People per request (SPEC section 9). */
export const PAGE_SIZE = 500;

const groupingOf = (value: string | null): Grouping => GROUPINGS.find((grouping) => grouping === value) ?? 'none';

/** Search and grouping, kept in the URL as `q` and `group`. */
export function useDirectoryParams() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const grouping = groupingOf(params.get('group'));

  const withParams = (changes: Record<string, string>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    return next;
  };

  return {
    q,
    grouping,
    setQ: (value: string) => setParams(withParams({ q: value }), { replace: true }),
    setGrouping: (value: string) => setParams(withParams({ group: value === 'none' ? '' : value })),
  };
}
