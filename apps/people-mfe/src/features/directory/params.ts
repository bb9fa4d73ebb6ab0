import { useSearchParams } from '@archive/router';

export const GROUPINGS = ['none', 'role', 'president'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** As many people as one answer brings (SPEC section 9). */
export const PAGE_SIZE = 500;

const groupingOf = (value: string | null): Grouping => GROUPINGS.find((grouping) => grouping === value) ?? 'none';

/** The directory's state, which lives in the address: `q`, `group`, `page`. */
export function useDirectoryParams() {
  const [params, setParams] = useSearchParams();
  const q = params.get('q') ?? '';
  const grouping = groupingOf(params.get('group'));
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);

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
    page,
    setQ: (value: string) => setParams(addressWith({ q: value, page: '' }), { replace: true }),
    setGrouping: (value: string) => setParams(addressWith({ group: value === 'none' ? '' : value, page: '' })),
    hrefOfPage: (number: number) => `/people?${addressWith({ page: number === 1 ? '' : String(number) })}`,
  };
}
