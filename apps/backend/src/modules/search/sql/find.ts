import { SEARCH_KINDS, type SearchKind } from '@archive/contracts';
import { col, filteredStatement, statementsFor } from '../../../database/index.ts';
import { idsOfEachKind, fromEachKind, matching, MAX_RANKED, titledMatching } from './counting.ts';
import type { Kind } from './kinds.ts';
import { allOf, contextOf, PARAMETER_TABLE, parameterTypes } from './parameters.ts';
import { resultOrder } from './hits.ts';
import { taggedRecords } from './filters.ts';
import { scope } from './voyage-scope.ts';

const ranked = ({ id, exact, rank, day }: Kind, sort: string) =>
  `${id} id, ${exact} exact, ${rank} rank, case when ${sort} <> 'relevance' then ${day} end as day`;
const NO_RECORDS = `select null::text kind, null::int id, false exact, 0::real rank, null::date as day where false`;

/**
 * The first step of a search: the ids of one page of results, in order, and the total. Matches in titles and names come first, so the
 * others are ranked only if the page needs them. A search of one kind has a statement of its own, which takes half the time to start.
 * Parameters: those of the search, then kinds (null for all), sort order, limit, offset, and whether to count the total.
 */
export const FIND = statementsFor([...SEARCH_KINDS, 'any'] as const, (kind) =>
  filteredStatement(
    `search-find-${kind}`,
    PARAMETER_TABLE,
    ({ variantKey, parameter }) => {
      const context = contextOf(variantKey, kind === 'any' ? {} : { onlyKind: kind });
      const kinds = `${parameter(1)}::text[]`;
      const sort = `${parameter(2)}::text`;
      const limit = `${parameter(3)}::int`;
      const offset = `${parameter(4)}::int`;
      const total = `${parameter(5)}::boolean`;
      const isWanted = (name: SearchKind) => `(${kinds} is null or '${name}' = any(${kinds}))`;
      const needsRest = `(select rest from needed)`;
      const titled = fromEachKind(context, (kind, name) =>
        kind.titled === 'false'
          ? undefined
          : { columns: ranked(kind, sort), where: allOf(isWanted(name), titledMatching(context, kind)) },
      );
      const rest = fromEachKind(context, (kind, name) => ({
        columns: ranked(kind, sort),
        where: allOf(
          needsRest,
          isWanted(name),
          matching(kind),
          kind.titled === 'false' ? 'true' : `${kind.id} not in (select t.id from titled t where t.kind = '${name}')`,
        ),
      }));
      const counted = idsOfEachKind(context, (name) => allOf(`${total} and not ${needsRest}`, isWanted(name)));
      return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)},
  titled as materialized (${titled || NO_RECORDS}),
  needed as materialized (
    select ${sort} <> 'relevance' or (select count(*) from titled) < ${limit} + ${offset} rest),
  matches as (select *, true titled from titled union all select *, false from (${rest}) rest),
  counts as (
    select kind, count(*) total from matches where ${needsRest} group by kind
    union all select kind, count(*) from (${counted}) counted group by kind)
  select f.kind, f.id, f.titled, (select sum(least(total, ${MAX_RANKED})) from counts)::int total,
    (select bool_or(total > ${MAX_RANKED}) from counts) more
  from matches f order by ${resultOrder(sort)} limit ${limit} offset ${offset}`;
    },
    {
      kind: col.text.as<SearchKind>(),
      id: col.int,
      titled: col.bool,
      total: col.int.nullable(),
      more: col.bool.nullable(),
    },
    { planOnce: true },
  ),
);
