import type { SearchKind } from '@archive/contracts';
import { idsOf, type Kind, KINDS } from './kinds.ts';
import { allOf, type SqlContext } from './parameters.ts';

/** Maximum number of matches per kind that are ranked and counted, because ranking reads the whole document of each match. */
export const MAX_RANKED = 1000;
/** One more than the maximum, to detect that there are more. */
const COUNTED = MAX_RANKED + 1;

/** Selects records of one kind: the columns, the condition, and the rows if they aren't `from`. Undefined if no record can match. */
export type Selection = (kind: Kind, name: SearchKind) => { columns: string; where: string } | undefined;

/** All matches of a kind. */
export const matching = ({ words, others }: Kind): string => allOf(words, others);

/** The matches of a kind in titles and names. Without dates, they match the words anyway. */
export const titledMatching = ({ hasValue }: SqlContext, { titled, words, others }: Kind): string =>
  allOf(titled, hasValue('dateFrom') ? words : 'true', others);

/** A limited number of records of each kind. `best` is SQL that orders and limits them further. */
export const fromEachKind = (
  context: SqlContext,
  selection: Selection,
  limit = COUNTED,
  best?: (name: SearchKind) => string,
): string =>
  eachKind(context, (kind, name) => {
    const selected = selection(kind, name);
    if (!selected) return [];
    const records = `(select '${name}' kind, ${selected.columns} from ${kind.from} where ${selected.where} limit ${limit})`;
    return [best ? `(select * from ${records} ranked ${best(name)})` : records];
  });

/** The ids of the matches of each kind, up to a limit. */
export const idsOfEachKind = (context: SqlContext, where: (name: SearchKind) => string): string =>
  eachKind(context, (_, name) => [
    `(select '${name}' kind, matched.id from (${idsOf(context, name)}) matched(id) where ${where(name)} limit ${COUNTED})`,
  ]);

function eachKind(context: SqlContext, parts: (kind: Kind, name: SearchKind) => string[]): string {
  const names = context.onlyKind ? [context.onlyKind] : (Object.keys(KINDS) as SearchKind[]);
  return names.flatMap((name) => parts(KINDS[name](context), name)).join(' union all ');
}
