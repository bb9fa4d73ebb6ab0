/** A media record `m` as the interface answers it; after `from media m` come the joins of `MEDIA_JOINS`. */
export const MEDIA_COLUMNS = `
  m.slug media_slug, m.title, m.media_type, coalesce(media_url(m.storage_key), m.external_url) url,
  media_url(m.storage_key) s3_url, media_url(large.storage_key) public_derivative_url,
  media_url(thumbnail.storage_key) thumbnail_url,
  case when drawing.media_id is not null and thumbnail.state is distinct from 'ready' then 'waiting' else thumbnail.state end preview_state,
  case when drawing.media_id is null then thumbnail.error end preview_error,
  m.content_type, m.size, m.width, m.height, m.date, m.credit, m.description_markdown, m.alt_text,
  m.rights, m.rights_note, m.tags, m.suggested, media_owner.slug president_slug`;

export const MEDIA_JOINS = `
  left join derivative thumbnail on thumbnail.media_id = m.id and thumbnail.kind = 'thumbnail'
  left join derivative large on large.media_id = m.id and large.kind = 'large'
  left join derivative_task drawing on drawing.media_id = m.id
  left join person media_owner on media_owner.id = m.president_id`;

/** JSON list of the media of a voyage: sources before additional sources, each in its order. `voyage` is SQL for the key. */
export const mediaOfVoyage = (voyage: string) => `
  (select coalesce(json_agg(shown order by shown.media_category = 'additional_source', shown.sort_order), '[]') from (
    select ${MEDIA_COLUMNS}, link.media_category, link.sort_order
    from voyage_media link join media m on m.id = link.media_id ${MEDIA_JOINS}
    where link.voyage_id = ${voyage}) shown)`;

/** Address of the picture that stands for a voyage: of its first photograph that has one, else of its first paper. */
export const thumbnailOfVoyage = (voyage: string) => `
  (select media_url(thumbnail.storage_key)
    from voyage_media link
    join media m on m.id = link.media_id
    join derivative thumbnail on thumbnail.media_id = m.id and thumbnail.kind = 'thumbnail' and thumbnail.state = 'ready'
    where link.voyage_id = ${voyage}
    order by m.media_type <> 'image', link.media_category = 'additional_source', link.sort_order limit 1)`;
