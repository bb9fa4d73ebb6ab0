import { useSearchParams } from '@archive/router';

export const GROUPINGS = ['none', 'role', 'president'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** As many people as one answer brings (SPEC section 9). */
export const PAGE_SIZE = 500;

const groupingOf = (value: string | null): Grouping => GROUPINGS.find((grouping) => grouping === value) ?? 'none';

/** The directory's state, which lives in the address: `q`, `group`. */
export function useDirectoryParams() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const grouping = groupingOf(params.get('group'));

  const addressWith = (changes: Record<string, string>) => {
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
    setQ: (value: string) => setParams(addressWith({ q: value }), { replace: true }),
    setGrouping: (value: string) => setParams(addressWith({ group: value === 'none' ? '' : value })),
  };
}
