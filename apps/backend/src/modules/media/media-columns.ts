import { type FileMetadata, type MediaItem, mediaFields, namesOf } from '@archive/contracts';
import { type ColumnsOf, col, fieldColumns } from '../../database/index.ts';
import { columnsOf } from '../records/index.ts';

/** Joins a media record `m` to its previews and its preview task. */
export const DERIVATIVE_JOINS = `
  left join derivative thumbnail on thumbnail.media_id = m.id and thumbnail.kind = 'thumbnail'
  left join derivative large on large.media_id = m.id and large.kind = 'large'
  left join derivative_task task on task.media_id = m.id`;

/** Expressions over `DERIVATIVE_JOINS`. */
export const PREVIEW_STATE = `
  case when task.media_id is not null and thumbnail.state is distinct from 'ready' then 'waiting' else thumbnail.state end`;
export const PREVIEW_ERROR = `case when task.media_id is null then thumbnail.error end`;
export const PREVIEW_FAILURE = `case when task.media_id is null then thumbnail.failure end`;

/** Columns of a media record `m` in API responses. Needs `MEDIA_JOINS` after `from media m`. */
export const MEDIA_COLUMNS = `
  m.slug media_slug, coalesce(media_url(m.storage_key), m.external_url) url,
  media_url(m.storage_key) s3_url, media_url(large.storage_key) public_derivative_url,
  media_url(thumbnail.storage_key) thumbnail_url,
  ${PREVIEW_STATE} preview_state, ${PREVIEW_ERROR} preview_error, ${PREVIEW_FAILURE} preview_failure,
  m.content_type, m.size, m.width, m.height, m.page_count, m.frame_count, m.color_profile, m.bit_depth, m.duration, m.codecs,
  ${columnsOf('m', namesOf(mediaFields))},
  nullif(jsonb_strip_nulls(m.suggested), '{}') suggested, media_owner.slug president_slug`;

/** Column types of `MEDIA_COLUMNS`. */
export const MEDIA_ITEM = {
  media_slug: col.text,
  url: col.text.nullable(),
  s3_url: col.text.nullable(),
  public_derivative_url: col.text.nullable(),
  thumbnail_url: col.text.nullable(),
  preview_state: col.text.nullable().as<MediaItem['preview_state']>(),
  preview_error: col.text.nullable(),
  preview_failure: col.text.nullable().as<MediaItem['preview_failure']>(),
  content_type: col.text.nullable(),
  size: col.int.nullable(),
  width: col.int.nullable(),
  height: col.int.nullable(),
  page_count: col.int.nullable(),
  frame_count: col.int.nullable(),
  color_profile: col.text.nullable(),
  bit_depth: col.int.nullable(),
  duration: col.number.nullable(),
  codecs: col.text.nullable(),
  ...fieldColumns(mediaFields),
  suggested: col.json<FileMetadata>().nullable(),
  president_slug: col.text.nullable(),
} satisfies ColumnsOf<Omit<MediaItem, 'media_category' | 'sort_order'>>;

export const MEDIA_JOINS = `
  ${DERIVATIVE_JOINS}
  left join person media_owner on media_owner.id = m.president_id`;

/** JSON list of a voyage's media: sources before additional sources, each in order. `voyage` is SQL for the id. */
export const mediaOfVoyage = (voyage: string) => `
  (select coalesce(json_agg(item order by item.media_category = 'additional_source', item.sort_order), '[]') from (
    select ${MEDIA_COLUMNS}, link.media_category, link.sort_order
    from voyage_media link join media m on m.id = link.media_id ${MEDIA_JOINS}
    where link.voyage_id = ${voyage}) item)`;

/** URL of a voyage's thumbnail: that of its first image that has one, or else that of its first document. */
export const thumbnailOfVoyage = (voyage: string) => `
  (select media_url(thumbnail.storage_key)
    from voyage_media link
    join media m on m.id = link.media_id
    join derivative thumbnail on thumbnail.media_id = m.id and thumbnail.kind = 'thumbnail' and thumbnail.state = 'ready'
    where link.voyage_id = ${voyage} and coalesce(m.content_type, '') not like 'audio/%'
    order by m.media_type <> 'image', link.media_category = 'additional_source', link.sort_order limit 1)`;

/** Joins the history entry `h` of the deletion of the trashed media item `t`. Its snapshot can restore the item. */
export const DELETION_OF_TRASHED = `join lateral (
  select d.before, d.changed_by from history d
  where d.kind = 'media' and d.slug = t.slug and d.action = 'delete' order by d.revision desc limit 1) h on true`;
