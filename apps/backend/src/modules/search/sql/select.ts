import { col, filteredStatement, statementsFor } from '../../../database/index.ts';
import { idsOf } from './kinds.ts';
import { contextOf, PARAMETER_TABLE, parameterTypes } from './parameters.ts';
import { taggedRecords } from './tags.ts';
import { scope } from './voyage-scope.ts';

/** Kinds of records that have their own list page. */
export const LISTED_KINDS = ['voyage', 'person', 'media'] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

/** Ids of all records of a kind that prefixes and filters select. */
export const SELECTED = statementsFor(LISTED_KINDS, (kind) =>
  filteredStatement(
    `search-selected-${kind}`,
    PARAMETER_TABLE,
    ({ variantKey }) => {
      const context = contextOf(variantKey, { isLimited: false });
      return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)} select array(${idsOf(context, kind)}) ids`;
    },
    { ids: col.array(col.int) },
    { planOnce: true },
  ),
);
