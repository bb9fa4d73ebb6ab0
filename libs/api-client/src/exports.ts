import type { CallQuery, exportCalls } from '@archive/contracts';
import { addressOf } from './request.ts';

type Calls = typeof exportCalls;
type List = Exclude<keyof Calls, 'archive'>;
type Filters<L extends List> = Omit<CallQuery<Calls[L]>, 'format'>;

/** The whole archive as the document that an ingest reads, for a link that saves it. */
export const ARCHIVE_DOCUMENT = '/api/export/archive' satisfies Calls['archive']['path'];

/** A list under its filters as files to choose from, for links that save them. */
export const exportFiles = <L extends List>(list: L, filters: Filters<L>) =>
  [
    { label: 'CSV, for spreadsheets', format: 'csv' },
    { label: 'JSON', format: 'json' },
  ].map(({ label, format }) => ({
    label,
    href: addressOf(`/api/export/${list}`, { query: { ...filters, format } }),
  }));
