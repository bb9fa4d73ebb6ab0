import type { SqlContext } from './parameters.ts';

export const rank = ({ $ }: SqlContext, document: string) => `coalesce(ts_rank(${document}, ${$('text')}), 0)`;
/** Uses an index of the words with weight A. */
export const titleMatches = ({ $, hasValue }: SqlContext, document: string) =>
  hasValue('titles') ? `ts_filter(${document}, '{a}') @@ ${$('titles')}` : 'false';
/** Number of characters that a text may gain or lose when it is folded, as "Æ" does. */
const MAX_FOLDED = 5;
/** Whether the name is the query. Only names of about that length are folded, because that takes longer than ranking. */
export const isNamed = ({ $ }: SqlContext, name: string) =>
  `(abs(length(${name}) - length(${$('typed')})) <= ${MAX_FOLDED} and fold(${name}) = (select fold(${$('typed')})))`;

/** The order of matches `f`. `sort` is null, `newest` or `oldest`. */
export const resultOrder = (sort: string) => `
      case when ${sort} = 'newest' then f.day end desc nulls last, case when ${sort} = 'oldest' then f.day end nulls last,
      f.kind = 'text', f.exact desc, f.titled desc, f.rank desc, f.kind desc, f.id`;
