import type { PictureRegion } from '@archive/contracts';
import { col, type RowOf, statement } from '../../../database/index.ts';
import { VIEW_COLUMNS, VIEW_JOINS, VIEW_TYPES } from '../../media/index.ts';
import { markRegion } from '../../records/index.ts';

/** Maximum number of a voyage's media in one manifest. An album has at most a thousand. */
const MAX_ITEMS = 2000;

interface NamedMark {
  full_name: string;
  person_slug: string;
  region: PictureRegion | null;
}

const ITEM_COLUMNS = `
  m.slug, m.title, m.date, m.description_markdown, m.alt_text, m.credit, m.creator, m.place, m.identifier, m.provenance, m.rights,
  m.rights_note, m.tags, m.original_filename, m.width own_width, m.height own_height,
  media_url(thumbnail.storage_key) thumbnail_url, thumbnail.width thumbnail_width, thumbnail.height thumbnail_height, ${VIEW_COLUMNS},
  (select coalesce(json_agg(marked), '[]') from (
    select p.full_name, p.slug person_slug, ${markRegion('l')} region
    from media_person l join person p on p.id = l.person_id where l.media_id = m.id
    order by l.sort_order, l.person_id) marked) people`;

const ITEM = {
  slug: col.text,
  title: col.text,
  date: col.text.nullable(),
  description_markdown: col.text.nullable(),
  alt_text: col.text.nullable(),
  credit: col.text.nullable(),
  creator: col.text.nullable(),
  place: col.text.nullable(),
  identifier: col.text.nullable(),
  provenance: col.text.nullable(),
  rights: col.text.nullable(),
  rights_note: col.text.nullable(),
  tags: col.array(col.text),
  original_filename: col.text.nullable(),
  own_width: col.int.nullable(),
  own_height: col.int.nullable(),
  thumbnail_url: col.text.nullable(),
  thumbnail_width: col.int.nullable(),
  thumbnail_height: col.int.nullable(),
  ...VIEW_TYPES,
  people: col.json<NamedMark[]>(),
};
/** The data of a media item that a manifest shows. */
export type Item = RowOf<typeof ITEM>;

/** One media item. `$1` is its slug. */
export const ONE_ITEM = statement(
  'iiif-media-item',
  `select ${ITEM_COLUMNS} from media m ${VIEW_JOINS} where m.slug = $1`,
  ITEM,
);

/** The media of an album, in album order. `$1` is its slug. */
export const ITEMS_OF_ALBUM = statement(
  'iiif-album-items',
  `select ${ITEM_COLUMNS}
  from album a join album_media e on e.album_id = a.id join media m on m.id = e.media_id ${VIEW_JOINS}
  where a.slug = $1 order by e.sort_order`,
  ITEM,
);

/** The media of a voyage in order, followed by media that are only in its albums. `$1` is its slug. */
export const ITEMS_OF_VOYAGE = statement(
  'iiif-voyage-items',
  `with entry as (
    select l.media_id, case l.media_category when 'source' then 0 else 1 end part, 0 album, l.sort_order place
    from voyage v join voyage_media l on l.voyage_id = v.id where v.slug = $1
    union all
    select e.media_id, 2, a.sort_order, e.sort_order
    from voyage v join album a on a.voyage_id = v.id join album_media e on e.album_id = a.id where v.slug = $1
  ), placed as (
    select distinct on (media_id) * from entry order by media_id, part, album, place
  )
  select ${ITEM_COLUMNS} from placed join media m on m.id = placed.media_id ${VIEW_JOINS}
  order by placed.part, placed.album, placed.place limit ${MAX_ITEMS}`,
  ITEM,
);
