import { allOf, type SqlContext } from './parameters.ts';

export const datePhrase = ({ $ }: SqlContext) => `phraseto_tsquery('archive', ${$('dateText')})`;
export const isInDateRange = ({ $ }: SqlContext) => `v.start_day <= ${$('dateTo')} and v.end_day >= ${$('dateFrom')}`;

/** Media whose own date overlaps the range of days. Uses the expressions of an index, so that dates needn't be calculated. */
export const isDated = (from: string, to: string) =>
  allOf(to && `m.day <= ${to}`, from && `latest_day(m.date) >= ${from}`, 'm.day is not null');
