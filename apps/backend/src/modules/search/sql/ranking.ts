import type { SqlContext } from './parameters.ts';

export const rank = ({ $ }: SqlContext, document: string) => `coalesce(ts_rank(${document}, ${$('text')}), 0)`;
export const titleMatches = ({ $ }: SqlContext, document: string) => `coalesce(${document} @@ ${$('titles')}, false)`;
export const isNamed = ({ $ }: SqlContext, name: string) => `fold(${name}) = fold(${$('typed')})`;

/** The order of matches `f`. `sort` is null, `newest` or `oldest`. */
export const resultOrder = (sort: string) => `
      case when ${sort} = 'newest' then f.day end desc nulls last, case when ${sort} = 'oldest' then f.day end nulls last,
      f.kind = 'text', f.exact desc, f.titled desc, f.rank desc, f.kind desc, f.id`;
