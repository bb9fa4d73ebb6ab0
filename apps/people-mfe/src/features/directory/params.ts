import { useQueuedSearchParams } from '@archive/shell-api';

const GROUPINGS = ['none', 'role', 'president'] as const;
type Grouping = (typeof GROUPINGS)[number];

const SORTS = ['name', 'voyages', 'first'] as const;
export type Sort = (typeof SORTS)[number];
const SHOWN = ['all', 'crew', 'passengers', 'portrait'] as const;
type PeopleShown = (typeof SHOWN)[number];

/** Filters of a list of people, as API query parameters. */
export interface PeopleFilters {
  q?: string;
  aboard?: 'crew' | 'passengers';
  has_portrait?: '1';
  /** Only in the list without groups. */
  letter?: string;
}

/** People per request (SPEC section 9). */
export const PAGE_SIZE = 500;

const groupingOf = (value: string | null): Grouping => GROUPINGS.find((grouping) => grouping === value) ?? 'none';

const sortOf = (value: string | null): Sort => SORTS.find((sort) => sort === value) ?? 'name';
const shownOf = (value: string | null): PeopleShown => SHOWN.find((option) => option === value) ?? 'all';

/** The letters of the directory. The last one stands for digits and other signs. */
export const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#'];

const filtersOf = (q: string, group: PeopleShown, letter: string): PeopleFilters => ({
  ...(q ? { q } : {}),
  ...(group === 'crew' || group === 'passengers' ? { aboard: group } : {}),
  ...(group === 'portrait' ? { has_portrait: '1' } : {}),
  ...(letter === '' ? {} : { letter }),
});

/** Search, filters, order and grouping, stored in the URL as `q`, `show`, `letter`, `sort` and `group`. */
export function useDirectoryParams() {
  const [params, change] = useQueuedSearchParams();
  const q = params.get('q') ?? '';
  const grouping = groupingOf(params.get('group'));
  const sort = sortOf(params.get('sort'));
  const group = shownOf(params.get('show'));
  const letter = grouping === 'none' ? (LETTERS.find((item) => item === params.get('letter')) ?? '') : '';

  const set = (values: Record<string, string>, options?: { replace: boolean }) =>
    change((latest) => {
      for (const [name, value] of Object.entries(values)) {
        if (value === '') latest.delete(name);
        else latest.set(name, value);
      }
      return latest;
    }, options);

  return {
    q,
    grouping,
    sort,
    shown: group,
    filters: filtersOf(q, group, letter),
    setQ: (value: string) => set({ q: value }, { replace: true }),
    setGrouping: (value: string) => set({ group: value === 'none' ? '' : value }),
    setSort: (value: string) => set({ sort: value === 'name' ? '' : value }),
    setShown: (value: string) => set({ show: value === 'all' ? '' : value }),
    setLetter: (value: string) => set({ letter: value }),
    clear: () => set({ q: '', show: '', letter: '' }),
  };
}

/** A run of consecutive people in the directory. `title` is null when the list has no headings. */
export interface Section {
  key: string;
  title: string | null;
  meta: string | null;
  count: number;
  /** Index of the first person in the full list. */
  firstIndex: number;
  open: boolean;
}

/** Adds to each section the index of its first person. */
export function withIndexes(sections: Omit<Section, 'firstIndex'>[]): Section[] {
  const out: Section[] = [];
  for (const section of sections) {
    const previous = out.at(-1);
    out.push({ ...section, firstIndex: previous ? previous.firstIndex + previous.count : 0 });
  }
  return out;
}

export type Row =
  | { kind: 'heading'; key: string; section: Section }
  /** One row of cards: indexes `from` up to but excluding `to`. */
  | { kind: 'cards'; key: string; section: Section; from: number; to: number };

/** The rows of the directory. A collapsed section has only its heading. */
export function rowsOf(sections: Section[], columns: number): Row[] {
  const rows: Row[] = [];
  for (const section of sections) {
    if (section.title !== null) rows.push({ kind: 'heading', key: section.key, section });
    if (!section.open) continue;
    const end = section.firstIndex + section.count;
    for (let from = section.firstIndex; from < end; from += columns)
      rows.push({
        kind: 'cards',
        key: `${section.key} ${from - section.firstIndex}`,
        section,
        from,
        to: Math.min(end, from + columns),
      });
  }
  return rows;
}
