import { queryOptions } from '@archive/query';
import type { HistoryKind } from './history.ts';
import { keys } from './keys.ts';
import { request } from './request.ts';

/** Less than the 20 seconds for which the server remembers a report. */
const REPORT_MS = 8000;

/** Reports an open form every few seconds, also in the background, and reads who else has one. Nothing shows if a report fails. */
export const otherEditorsQuery = (kind: HistoryKind, slug: string) =>
  queryOptions({
    queryKey: [...keys.editors, kind, slug],
    queryFn: ({ signal }) => request('editors.report', { params: { kind, slug }, signal }),
    refetchInterval: REPORT_MS,
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });

/** Reports that a form was closed. Without this, the last report expires. */
export const stopEditing = (kind: HistoryKind, slug: string): Promise<void> =>
  request('editors.leave', { params: { kind, slug } }).catch(() => undefined);
