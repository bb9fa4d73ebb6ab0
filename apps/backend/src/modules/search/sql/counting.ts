import { type Kind, KINDS } from './kinds.ts';
import type { SqlContext } from './parameters.ts';

/** Maximum number of matches per kind that are ranked and counted, because ranking reads the whole document of each match. */
export const MAX_RANKED = 1000;
/** One more than the maximum, to detect that there are more. */
const COUNTED = MAX_RANKED + 1;

/** The matches of all kinds. */
export const allMatches = (context: SqlContext, columns: (kind: Kind) => string) =>
  Object.entries(KINDS)
    .map(([name, kindOf]) => {
      const kind = kindOf(context);
      return `(select '${name}' kind, ${columns(kind)} from ${kind.from} where ${kind.where} limit ${COUNTED})`;
    })
    .join(' union all ');
