import {
  EDITABLE_ATTRIBUTES,
  type Fields,
  fieldsWith,
  mediaFields,
  namesOf,
  personFields,
  voyageFields,
} from '@archive/contracts';
import { namesOfMarkedPeople } from '../matching.ts';
import type { SqlContext } from './parameters.ts';

const voyageTextColumns = ({ $ }: SqlContext) =>
  Object.entries(fieldsWith(voyageFields, 'documentLabel'))
    .map(([name, field]) => ('internal' in field ? `case when ${$('readsInternal')} then v.${name} end` : `v.${name}`))
    .join(', ');

const ATTRIBUTE_LABELS = EDITABLE_ATTRIBUTES.map(
  (name) => `case when v.${name} then '${voyageFields[name].label}' end`,
).join(', ');

export const voyageText = (
  context: SqlContext,
) => `concat_ws(' · ', nullif(concat_ws(' – ', v.start_location, v.end_location), ''), (
    select string_agg(concat_ws(' ', l.title, concat_ws(', ', p.full_name, l.capacity_role)), '; ' order by l.sort_order)
    from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id),
  v.foreign_leader_country, v.royalty_details, v.additional_guests, ${voyageTextColumns(context)}, (
    select string_agg(s.item ->> 'spin', ' · ') from jsonb_array_elements(v.spin) s(item)), (
    select string_agg(coalesce(s.item ->> 'title', s.item ->> 'url'), ' · ')
    from jsonb_array_elements(v.source_urls || v.additional_sources) s(item)), nullif(concat_ws(', ', ${ATTRIBUTE_LABELS}), ''), (
    select string_agg(concat_ws(', ', a.title, a.description), ' · ') from album a where a.voyage_id = v.id), (
    select string_agg(concat_ws(', ', m.title, m.credit, m.description_markdown, m.alt_text, words_of(m.tags)), ' · ')
    from voyage_media l join media m on m.id = l.media_id where l.voyage_id = v.id))`;

/** The searchable text fields of a row, except those that every result shows. */
const searchedColumns = ({ $ }: SqlContext, row: string, fields: Fields, shownFields: readonly string[]) =>
  namesOf(fieldsWith(fields, 'search') as Fields)
    .filter((name) => !shownFields.includes(name))
    .map((name) => {
      const { column, internal } = fields[name] ?? {};
      const text = column === 'text[]' ? `nullif(array_to_string(${row}.${name}, ', '), '')` : `${row}.${name}`;
      return internal ? `case when ${$('readsInternal')} then ${text} end` : text;
    })
    .join(', ');

export const personText = (
  context: SqlContext,
) => `concat_ws(' · ', ${searchedColumns(context, 'p', personFields, ['full_name'])}, (
    select string_agg(distinct concat_ws(' ', l.title, l.capacity_role), '; ') from passenger l where l.person_id = p.id))`;

/** Includes the file name, the album titles and the names of people only if they match, to explain the result. */
export const mediaText = (
  context: SqlContext,
) => `concat_ws(' · ', ${searchedColumns(context, 'm', mediaFields, ['title', 'date'])},
  case when to_tsvector('archive', file_words(coalesce(m.storage_key, m.external_url))) @@ ${context.$('text')}
    then regexp_replace(coalesce(m.storage_key, m.external_url), '^.*/', '') end, (
    select string_agg(a.title, ' · ') from album_media e join album a on a.id = e.album_id where e.media_id = m.id and a.search @@ ${context.$('text')}), ${namesOfMarkedPeople('m.id', context.$('text'))})`;
