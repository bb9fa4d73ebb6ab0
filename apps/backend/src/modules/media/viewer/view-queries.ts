import { buffer } from 'node:stream/consumers';
import {
  type MediaCaption,
  type MediaPlayer,
  type MediaView,
  type ViewPicture,
  mediaViewOperations,
} from '@archive/contracts';
import { Controller, Injectable } from '@nestjs/common';
import { Contract, type OperationInput, notFound } from '../../../common/index.ts';
import { Database, type RowOf, col, statement } from '../../../database/index.ts';
import { PLAYBACK, TEXT } from '../../records/index.ts';
import { type PageSize, TILE_SIZE, pageEntry, pageThumbnailEntry, pageZoomFolder } from '../../sandbox/index.ts';
import { Storage } from '../../storage/index.ts';
import { DERIVATIVE_JOINS, PREVIEW_ERROR, PREVIEW_STATE } from '../media-columns.ts';
import { NEEDED_KIND } from '../requested-files.ts';

/** Columns that the viewer needs of a media item `m`. Needs `VIEW_JOINS` after `from media m`. */
export const VIEW_COLUMNS = `
  m.storage_key is not null stored, media_url(large.storage_key) large_url, large.width large_width, large.height large_height,
  s.kind, media_url(s.storage_key) set_url, s.width, s.height, s.page_sizes,
  m.content_type, coalesce(media_url(m.storage_key), m.external_url) url, m.duration, m.playable, media_url(p.storage_key) playback_url`;

/** Column types of `VIEW_COLUMNS`. */
export const VIEW_TYPES = {
  stored: col.bool,
  large_url: col.text.nullable(),
  large_width: col.int.nullable(),
  large_height: col.int.nullable(),
  kind: col.text.nullable().as<'tiles' | 'pages' | null>(),
  set_url: col.text.nullable(),
  width: col.int.nullable(),
  height: col.int.nullable(),
  page_sizes: col.json<(PageSize | null)[]>().nullable(),
  content_type: col.text.nullable(),
  url: col.text.nullable(),
  duration: col.number.nullable(),
  playable: col.bool.nullable(),
  playback_url: col.text.nullable(),
};
type View = RowOf<typeof VIEW_TYPES>;

export const VIEW_JOINS = `
  ${DERIVATIVE_JOINS}
  left join derivative s on s.media_id = m.id and s.kind in ('tiles', 'pages')
  left join derivative p on p.media_id = m.id and p.kind = '${PLAYBACK}'`;

const VIEW_STATE = {
  slug: col.text,
  frame_count: col.int.nullable(),
  needed: col.text.nullable().as<'tiles' | 'pages' | null>(),
  preview_state: col.text.nullable().as<MediaView['state']>(),
  preview_error: col.text.nullable(),
  state: col.text.nullable().as<'ready' | 'failed' | null>(),
  error: col.text.nullable(),
  playback_state: col.text.nullable().as<'ready' | 'failed' | null>(),
  playback_error: col.text.nullable(),
  text_key: col.text.nullable(),
};
type Row = View & RowOf<typeof VIEW_STATE>;

const VIEW = statement(
  'media-view',
  `select m.slug, m.frame_count, ${NEEDED_KIND} needed, ${PREVIEW_STATE} preview_state, ${PREVIEW_ERROR} preview_error, s.state, s.error,
    p.state playback_state, p.error playback_error, t.storage_key text_key, ${VIEW_COLUMNS},
    (select coalesce(json_agg(json_build_object('language', c.language, 'label', c.label,
      'url', '/api/media/' || m.slug || '/captions/' || c.language) order by c.label collate natural_order, c.language), '[]')
      from media_caption c where c.media_id = m.id) captions
  from media m ${VIEW_JOINS} left join derivative t on t.media_id = m.id and t.kind = '${TEXT}' where m.slug = $1`,
  { ...VIEW_STATE, ...VIEW_TYPES, captions: col.json<MediaCaption[]>() },
);

/** The large preview of the first page or the whole picture, which is shown until tiles or pages exist. */
function largePicture({ large_url: url, large_width: width, large_height: height }: View): ViewPicture[] {
  return url === null || width === null || height === null
    ? []
    : [{ page: 1, url, thumbnail_url: null, width, height, tiles: null }];
}

function pagesOf(url: string, sizes: readonly (PageSize | null)[]): ViewPicture[] {
  return sizes.flatMap((size, index) => {
    if (size === null) return [];
    const page = index + 1;
    const { zoom, ...own } = size;
    const tiles = { url: `${url}/${pageZoomFolder(page)}`, ...zoom, tile_size: Math.max(zoom.width, zoom.height) };
    return [
      { page, url: `${url}/${pageEntry(page)}`, thumbnail_url: `${url}/${pageThumbnailEntry(page)}`, ...own, tiles },
    ];
  });
}

/** The image, the pages, the poster or the waveform. */
export function picturesOf(row: View): ViewPicture[] {
  const { set_url: url, kind, width, height, page_sizes: sizes } = row;
  const large = largePicture(row);
  if (url === null || width === null || height === null) return large;
  if (kind === 'pages') return pagesOf(url, sizes ?? []);
  return large.map((picture) => ({ ...picture, tiles: { url, width, height, tile_size: TILE_SIZE } }));
}

/** Types that browsers usually play. Decides until the file has been measured. */
const USUALLY_PLAYED = /^(?:video\/(?:mp4|webm)|audio\/(?:mpeg|mp4|aac|wav|flac|ogg))$/;

/** The file that browsers play for a stored video or recording; null for other files. */
export function playerOf(row: View): MediaPlayer | null {
  const { content_type: type, playable, duration, url } = row;
  const kind = /^(video|audio)\//.exec(type ?? '')?.[1] as MediaPlayer['kind'] | undefined;
  if (!kind || !row.stored) return null;
  const isPlayed = playable ?? USUALLY_PLAYED.test(type ?? '');
  return { kind, duration, url: isPlayed ? url : row.playback_url };
}

/** The state of the files that are generated after the previews: tiles, pages or a playable copy. */
function followingState(row: Row): Pick<MediaView, 'state' | 'error'> {
  if (row.playable === false) return { state: row.playback_state ?? 'waiting', error: row.playback_error };
  return { state: row.state ?? (row.needed !== null && row.stored ? 'waiting' : 'ready'), error: row.error };
}

const animationOf = ({ url, frame_count: frames }: Row): MediaView['animation'] =>
  url !== null && frames !== null && frames > 1 ? { url, frames } : null;

/** Reads the data that the viewer shows of a media item. */
@Injectable()
export class ViewQueries {
  constructor(
    private readonly database: Database,
    private readonly storage: Storage,
  ) {}

  async get(slug: string): Promise<MediaView> {
    const row = await this.database.row(VIEW, [slug]);
    if (!row) throw notFound('Media not found in database.');
    const previews = { state: row.preview_state, error: row.preview_error };
    return {
      media_slug: row.slug,
      ...(row.preview_state === 'ready' ? followingState(row) : previews),
      pages: row.page_sizes?.length ?? null,
      animation: animationOf(row),
      pictures: picturesOf(row),
      text: await this.#text(row),
      player: playerOf(row),
      captions: row.captions,
    };
  }

  async #text({ text_key: key }: Row): Promise<string | null> {
    const stream = key === null ? undefined : await this.storage.open(key);
    return stream ? (await buffer(stream)).toString() : null;
  }
}

@Controller()
export class ViewController {
  constructor(private readonly queries: ViewQueries) {}

  @Contract(mediaViewOperations.get)
  get({ params }: OperationInput<typeof mediaViewOperations.get>) {
    return this.queries.get(params.media_slug);
  }
}
