import {
  type ExportedMedia,
  type ExportedPerson,
  type ExportedPlace,
  fieldsWith,
  mediaFields,
  personFields,
  placeFields,
} from '@archive/contracts';
import { col, type ColumnsOf, fieldColumns } from '../../database/index.ts';
import { MEDIA_ITEM } from '../media/index.ts';
import { PERSON_LIST_ITEM_COLUMNS } from '../people/index.ts';

/** Columns of people, places and media in exports, in order. */
export const EXPORTED_PERSON = {
  person_slug: PERSON_LIST_ITEM_COLUMNS.person_slug,
  ...fieldColumns(fieldsWith(personFields, 'exported')),
  filing_name: PERSON_LIST_ITEM_COLUMNS.filing_name,
  title: PERSON_LIST_ITEM_COLUMNS.title,
  capacity_role: PERSON_LIST_ITEM_COLUMNS.capacity_role,
  voyage_count: PERSON_LIST_ITEM_COLUMNS.voyage_count,
} satisfies ColumnsOf<ExportedPerson>;

export const EXPORTED_PLACE = {
  place_slug: col.text,
  ...fieldColumns(fieldsWith(placeFields, 'exported')),
  voyage_count: col.int,
} satisfies ColumnsOf<ExportedPlace>;

const { media_slug, president_slug, url, content_type, size, width, height } = MEDIA_ITEM;
const { page_count, frame_count, color_profile, bit_depth, duration, codecs } = MEDIA_ITEM;
export const EXPORTED_MEDIA = {
  media_slug,
  ...fieldColumns(fieldsWith(mediaFields, 'exported')),
  president_slug,
  url,
  content_type,
  size,
  width,
  height,
  page_count,
  frame_count,
  color_profile,
  bit_depth,
  duration,
  codecs,
} satisfies ColumnsOf<ExportedMedia>;

/** Selects one row for each id in `$1`, in the order of the ids. `select` reads a single row by `requested.id`. */
export const rowPerId = (select: string) => `
  select item.* from unnest($1::int[]) with ordinality requested(id, position) cross join lateral (${select} offset 0) item
  order by requested.position`;

const BATCH_SIZE = 100;

/**
 * Reads records in the order of their ids, in batches, each when the consumer asks for it. An export therefore only needs memory for one
 * batch. Holds no connection between batches, and skips records that were deleted since.
 */
export async function* inBatches<T>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < ids.length; from += BATCH_SIZE) yield await read(ids.slice(from, from + BATCH_SIZE));
}
