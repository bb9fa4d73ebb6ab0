import type { SqlContext } from './parameters.ts';

export const rank = ({ $ }: SqlContext, document: string) => `coalesce(ts_rank(${document}, ${$('text')}), 0)`;
/** Uses an index of the words with weight A. */
export const titleMatches = ({ $, hasValue }: SqlContext, document: string) =>
  hasValue('titles') ? `ts_filter(${document}, '{a}') @@ ${$('titles')}` : 'false';
/** Whether the title of the record of a table is the query. Those are looked up once, by an index. */
export const isNamed = ({ $ }: SqlContext, id: string, table: string, title = 'title') =>
  `(${id} = any(array(select named.id from ${table} named where fold(named.${title}) = fold(${$('typed')}))))`;

/** The order of matches `f`. `sort` is null, `newest` or `oldest`. */
export const resultOrder = (sort: string) => `
      case when ${sort} = 'newest' then f.day end desc nulls last, case when ${sort} = 'oldest' then f.day end nulls last,
      f.kind = 'text', f.exact desc, f.titled desc, f.rank desc, f.kind desc, f.id`;
