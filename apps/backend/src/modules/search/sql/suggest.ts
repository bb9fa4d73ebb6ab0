import type { SearchHit } from '@archive/contracts';
import { col, filteredStatement } from '../../../database/index.ts';
import { fromEachKind, titledMatching } from './counting.ts';
import { highlightedTitle } from './excerpts.ts';
import { HIT_COLUMNS, shownRecords } from './hits.ts';
import { contextOf, PARAMETER_TABLE, parameterTypes } from './parameters.ts';
import { taggedRecords } from './filters.ts';
import { placesMatching, scope } from './voyage-scope.ts';

/** Maximum number of matches of each kind that are ranked. */
const MAX_RANKED = 300;
/** Maximum number of suggestions of each kind. */
export const MAX_SUGGESTED = { voyage: 3, person: 3, media: 2, album: 1, text: 0 } as const;
const NO_RECORDS = `select null::text kind, null::int id, false exact, 0::real rank where false`;

const COLUMNS = { ...HIT_COLUMNS, kind: col.text.as<SearchHit['kind'] | 'place'>(), slug: col.text.nullable() };

/** The best matches of each kind in titles and names, and matching places, whose `words` are the number of voyages. */
export const SUGGEST = filteredStatement(
  'search-suggest',
  PARAMETER_TABLE,
  ({ variantKey }) => {
    const context = contextOf(variantKey);
    const best = fromEachKind(
      context,
      (kind) =>
        kind.titled === 'false'
          ? undefined
          : { columns: `${kind.id} id, ${kind.exact} exact, ${kind.rank} rank`, where: titledMatching(context, kind) },
      MAX_RANKED,
      (name) => `order by exact desc, rank desc, id limit ${MAX_SUGGESTED[name]}`,
    );
    const places = context.hasValue('text') ? placesMatching(context.$('text')) : 'select null, 0::bigint where false';
    return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)},
  best as materialized (${best || NO_RECORDS})
  select ${Object.keys(COLUMNS)
    .map((name) => `shown.${name}`)
    .join(', ')} from (
    select t.kind, record.slug, record.title, ${highlightedTitle(context, 'record.title')} title_excerpt, record.date, record.words,
      record.voyage_slug, record.media_type, record.url, row_number() over (order by t.exact desc, t.rank desc, t.kind desc, t.id) place
    from best t cross join lateral (${shownRecords(context, 't.kind', 't.id', false)}) record
    union all
    select 'place', null, place.name, place.name, null, place.voyages::text, null, null, null, null from (${places}) place(name, voyages)) shown
  order by shown.place nulls last`;
  },
  COLUMNS,
  { planOnce: true },
);
