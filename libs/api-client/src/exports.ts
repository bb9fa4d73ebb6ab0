import type { OperationQuery, exportOperations } from '@archive/contracts';
import { urlOf } from '@archive/client';

type Operations = typeof exportOperations;
type List = Exclude<keyof Operations, 'archive'>;
type Filters<L extends List> = Omit<OperationQuery<Operations[L]>, 'format'>;

/** URL of the full archive as an importable document, for a download link. */
export const ARCHIVE_DOCUMENT = '/api/export/archive' satisfies Operations['archive']['path'];

/** Download links for a filtered list, by format. */
export const exportFiles = <L extends List>(list: L, filters: Filters<L>) =>
  [
    { label: 'CSV, for spreadsheets', format: 'csv' },
    { label: 'JSON', format: 'json' },
  ].map(({ label, format }) => ({
    label,
    href: urlOf(`/api/export/${list}`, { query: { ...filters, format } }),
  }));
