import {
  albumFields,
  mediaFields,
  namesOf,
  passengerFields,
  personFields,
  placeFields,
  presidentFields,
  voyageFields,
} from '@archive/contracts';

/** Editable columns of each kind of record. Writes change them, history stores them, and restores write them back. */
export const VOYAGE_COLUMNS = namesOf(voyageFields);
export const PASSENGER_COLUMNS = namesOf(passengerFields);
export const PERSON_COLUMNS = namesOf(personFields);
export const PRESIDENT_COLUMNS = namesOf(presidentFields);
export const MEDIA_COLUMNS = [...namesOf(mediaFields), 'text_corrections'];
export const PLACE_COLUMNS = namesOf(placeFields);
export const ALBUM_COLUMNS = [...namesOf(albumFields), 'sort_order'];

/** Columns of media that describe the file. */
export const FILE_COLUMNS = [
  'storage_key',
  'external_url',
  'content_type',
  'size',
  'sha256',
  'width',
  'height',
  'page_count',
  'frame_count',
  'color_profile',
  'bit_depth',
  'picture_hash',
  'duration',
  'codecs',
  'playable',
  'suggested',
];

/**
 * SQL for a hash of everything that a portrait depends on: the file, the marked region, and whether there are tiles or pages to crop from.
 */
export const portraitVersion = (media: string, mark: string) => `
  left(md5(concat_ws(' ', encode(${media}.sha256, 'hex'), ${mark}.x, ${mark}.y, ${mark}.width, ${mark}.height,
    exists (select from derivative d where d.media_id = ${media}.id and d.kind in ('tiles', 'pages') and d.state = 'ready'))), 16)`;

/** SQL for the portrait URL of the person `row`: that of the marked region if there is one, or else that of the picture's thumbnail. */
export const portraitUrl = (row: string) => `
  (select coalesce(
      (select '/media-files/_portraits/' || ${row}.slug || '/' || ${portraitVersion('portrayed', 'mark')} || '.webp'
        from media_person mark where mark.media_id = portrayed.id and mark.person_id = ${row}.id and mark.x is not null),
      media_url(face.storage_key))
    from media portrayed
    join derivative face on face.media_id = portrayed.id and face.kind = 'thumbnail' and face.state = 'ready'
    where portrayed.slug = ${row}.portrait)`;

/** SQL for the region of the mark `row` as JSON; null for the whole picture. */
export const markRegion = (row: string) =>
  `case when ${row}.x is not null then
    jsonb_build_object('x', ${row}.x, 'y', ${row}.y, 'width', ${row}.width, 'height', ${row}.height) end`;

/** A select list such as `v.title, v.start_date, …`. */
export const columnsOf = (row: string, columns: readonly string[]) =>
  columns.map((name) => `${row}.${name}`).join(', ');
