export const thumbnailOf = (condition: string) => `
  (select media_url(face.storage_key) from derivative face join media m on m.id = face.media_id
    where face.kind = 'thumbnail' and face.state = 'ready' and ${condition} limit 1)`;

export const VOYAGE_PICTURE = `
  (select media_url(face.storage_key) from voyage_media link join media m on m.id = link.media_id
    join derivative face on face.media_id = m.id and face.kind = 'thumbnail' and face.state = 'ready'
    where link.voyage_id = v.id and coalesce(m.content_type, '') not like 'audio/%' order by m.media_type <> 'image', link.media_category = 'additional_source', link.sort_order limit 1)`;
