import type { ChangesParams } from '@archive/api-client';
import { ACTIONS, KINDS } from './labels.ts';

/** Filters of the list, kept in the URL. An empty string means no filter. */
export interface ChangeFilters {
  kind: keyof typeof KINDS | '';
  action: keyof typeof ACTIONS | '';
  by: string;
  /** First and last day, in the user's time zone. */
  from: string;
  to: string;
  /** Leaves out changes that imports made. */
  hideImports: boolean;
}

export const NO_FILTERS: ChangeFilters = { kind: '', action: '', by: '', from: '', to: '', hideImports: false };

/** Midnight at the start of a day in the user's time zone, `dayOffset` days later; undefined for anything but a day. */
function midnight(day: string, dayOffset = 0): Date | undefined {
  const [year, month, date] = /^\d{4}-\d\d-\d\d$/.test(day) ? day.split('-').map(Number) : [];
  if (!year || !month || !date) return undefined;
  const start = new Date(year, month - 1, date);
  // Rejects February 30.
  return start.getDate() === date ? new Date(year, month - 1, date + dayOffset) : undefined;
}

const keyOrEmpty = <K extends string>(names: Record<K, unknown>, text: string | null): K | '' =>
  text !== null && Object.hasOwn(names, text) ? (text as K) : '';

/** Reads the filters of a URL; invalid values are ignored. */
export function filtersOf(params: URLSearchParams): ChangeFilters {
  const day = (name: string) => (midnight(params.get(name) ?? '') ? (params.get(name) ?? '') : '');
  return {
    kind: keyOrEmpty(KINDS, params.get('kind')),
    action: keyOrEmpty(ACTIONS, params.get('action')),
    by: params.get('by') ?? '',
    from: day('from'),
    to: day('to'),
    hideImports: params.get('imports') === '0',
  };
}

export function paramsOf(filters: ChangeFilters, page: { older?: string; newer?: string } = {}): URLSearchParams {
  const params = new URLSearchParams();
  for (const name of ['kind', 'action', 'by', 'from', 'to'] as const)
    if (filters[name]) params.set(name, filters[name]);
  if (filters.hideImports) params.set('imports', '0');
  for (const name of ['older', 'newer'] as const) if (page[name]) params.set(name, page[name]);
  return params;
}

/** The URL of the list with these filters, at the page of a cursor if there is one. */
export function urlOf(filters: ChangeFilters, page: { older?: string; newer?: string } = {}): string {
  const params = paramsOf(filters, page);
  return params.size > 0 ? `/changes?${params}` : '/changes';
}

export const rangeProblem = ({ from, to }: ChangeFilters): string | undefined =>
  from && to && to < from
    ? 'The From date is after the To date. Choose an earlier From date or a later To date.'
    : undefined;

/** The API query for the filters and cursor in the URL. */
export function queryOf(params: URLSearchParams): ChangesParams {
  const { kind, action, by, from, to, hideImports } = filtersOf(params);
  const older = params.get('older');
  const newer = params.get('newer');
  return {
    ...(kind ? { kind } : {}),
    ...(action ? { action } : {}),
    ...(by ? { changed_by: by } : {}),
    ...(from ? { since: midnight(from)?.toISOString() } : {}),
    ...(to ? { until: midnight(to, 1)?.toISOString() } : {}),
    ...(hideImports ? { imports: 'exclude' as const } : {}),
    ...(older ? { older_than: older } : newer ? { newer_than: newer } : {}),
  };
}
