import type { Manifest, PictureRegion, ViewPicture } from '@archive/contracts';
import { contentTypeOf, picturesOf, playerOf } from '../../media/index.ts';
import type { Size } from '../../sandbox/index.ts';
import { imageServicePath } from '../image/image-info.ts';
import { imageRequestOf } from '../image/image-request.ts';
import { imageSourceOf } from '../image/image-source.ts';
import { itemMetadata, navDate, rights, text } from './description.ts';
import type { Item } from './items.ts';

/**
 * Maximum number of canvases in a manifest. If a document would exceed it, only its first page is included; the document's own manifest has
 * all pages.
 */
const MAX_CANVASES = 2000;

/** A media item in a manifest. */
export interface ManifestItem {
  item: Item;
  /** The pictures to show. For a video or recording, the poster or waveform if there is one. */
  pictures: readonly ViewPicture[];
  /** Number of all pages, including those that the manifest leaves out. */
  pageCount: number;
  audioVideo: AudioVideo | undefined;
}

/** The manifest's items. Leaves out media that can't be shown. */
export function manifestItems(items: readonly Item[]): ManifestItem[] {
  const viewable = items
    .map((item) => ({ item, pictures: picturesOf(item), audioVideo: audioVideoOf(item) }))
    .filter(({ pictures, audioVideo }) => pictures.length > 0 || audioVideo !== undefined);
  let remaining = MAX_CANVASES - viewable.length;
  return viewable.map(({ item, pictures, audioVideo }) => {
    const fits = pictures.length - 1 <= remaining;
    if (fits) remaining -= pictures.length - 1;
    return { item, audioVideo, pictures: fits ? pictures : pictures.slice(0, 1), pageCount: pictures.length };
  });
}

const pagesOf = ({ audioVideo, pictures }: ManifestItem) => (audioVideo ? [1] : pictures.map(({ page }) => page));

export const pagePath = (slug: string) => `/media/${slug}`;
export const mediaManifestPath = (slug: string) => `/iiif/media/${slug}/manifest.json`;

/** The canvas id, which is the same in every manifest with the picture, so that annotations made in one manifest appear in all of them. */
const canvasId = (origin: string, slug: string, page: number) => `${origin}/iiif/media/${slug}/canvas/${page}`;

export const canvasIds = (origin: string, entry: ManifestItem) =>
  pagesOf(entry).map((page) => ({ id: canvasId(origin, entry.item.slug, page), type: 'Canvas' }));

export const link = (id: string, label: string, format = 'text/html') => ({
  id,
  type: 'Text',
  label: text(label),
  format,
});

/** The thumbnail of the page, or else of the item. */
export function thumbnail(origin: string, item: Item, picture?: ViewPicture) {
  const { thumbnail_url: url, thumbnail_width: width, thumbnail_height: height } = item;
  const pageUrl = picture?.thumbnail_url ?? null;
  if (pageUrl !== null) return { thumbnail: [{ id: origin + pageUrl, type: 'Image', format: 'image/webp' }] };
  return url === null || width === null || height === null
    ? {}
    : { thumbnail: [{ id: origin + url, type: 'Image', format: 'image/webp', width, height }] };
}

/** The picture itself, with its image service. */
function image(origin: string, slug: string, picture: ViewPicture) {
  const source = imageSourceOf(picture);
  const parameters = { region: 'full', size: 'max', rotation: '0', file: 'default.jpg' };
  const { canonical, size } = imageRequestOf(parameters, source);
  const service = origin + imageServicePath(slug, picture.page);
  return {
    id: `${service}/${canonical}`,
    type: 'Image',
    format: 'image/jpeg',
    ...size,
    service: [{ id: service, type: 'ImageService3', profile: 'level2', width: source.width, height: source.height }],
  };
}

const pixelsOf = ({ x, y, width, height }: PictureRegion, size: Size) =>
  [x * size.width, y * size.height, width * size.width, height * size.height].map(Math.round).join(',');

/** Annotations that tag the people in a picture. Only pictures of a single page have regions. */
function peopleAnnotations(origin: string, canvas: string, item: Item, size: Size) {
  if (item.people.length === 0) return {};
  const items = item.people.map(({ full_name: name, person_slug: slug, region }) => ({
    id: `${canvas}/people/${slug}`,
    type: 'Annotation',
    motivation: 'tagging',
    body: [
      { type: 'TextualBody', value: name, language: 'en', format: 'text/plain', purpose: 'tagging' },
      { type: 'SpecificResource', source: `${origin}/people/${slug}`, purpose: 'identifying' },
    ],
    target: region === null ? canvas : `${canvas}#xywh=${pixelsOf(region, size)}`,
  }));
  return { annotations: [{ id: `${canvas}/people`, type: 'AnnotationPage', items }] };
}

/** The annotation page with the content of a canvas. */
const paintingPages = (id: string, body: object) => [
  {
    id: `${id}/page`,
    type: 'AnnotationPage',
    items: [{ id: `${id}/image`, type: 'Annotation', motivation: 'painting', body, target: id }],
  },
];

/** The media item's metadata on its canvas. A manifest of a single item has the metadata at the top level instead. */
const itemDescription = (origin: string, { item, pageCount }: ManifestItem) => ({
  metadata: itemMetadata(item),
  ...rights(item),
  ...navDate(item.date),
  homepage: [link(origin + pagePath(item.slug), item.title)],
  ...(pageCount > 1
    ? { seeAlso: [link(origin + mediaManifestPath(item.slug), 'All pages', 'application/ld+json')] }
    : {}),
});

/**
 * The alternative text as the summary of a canvas: Presentation API 3.0 has no property for it, and viewers use the summary as description.
 */
const alternativeText = ({ alt_text: alternative }: Item) =>
  alternative === null ? {} : { summary: text(alternative) };

function pictureCanvas(origin: string, entry: ManifestItem, picture: ViewPicture, isSingleItem: boolean) {
  const { item, pageCount } = entry;
  const id = canvasId(origin, item.slug, picture.page);
  const { width, height } = imageSourceOf(picture);
  const label = isSingleItem ? `Page ${picture.page}` : `${item.title}, page ${picture.page} of ${pageCount}`;
  return {
    id,
    type: 'Canvas' as const,
    label: text(pageCount === 1 ? item.title : label),
    ...alternativeText(item),
    width,
    height,
    ...thumbnail(origin, item, picture),
    ...(isSingleItem ? {} : itemDescription(origin, entry)),
    items: paintingPages(id, image(origin, item.slug, picture)),
    ...(picture.page === 1 ? peopleAnnotations(origin, id, item, { width, height }) : {}),
  };
}

/** A canvas for a video, with its poster until it plays, or for a recording, with its waveform while it plays. */
function audioVideoCanvas(origin: string, entry: ManifestItem, audioVideo: AudioVideo, isSingleItem: boolean) {
  const { item, pictures } = entry;
  const id = canvasId(origin, item.slug, 1);
  const [picture] = pictures;
  const posterItem = picture && {
    id: `${id}/still`,
    type: 'Canvas',
    label: text(item.title),
    width: picture.width,
    height: picture.height,
    items: paintingPages(`${id}/still`, image(origin, item.slug, picture)),
  };
  const { url, ...body } = audioVideo;
  return {
    id,
    type: 'Canvas' as const,
    label: text(item.title),
    ...alternativeText(item),
    ...audioVideo.size,
    duration: audioVideo.duration,
    ...thumbnail(origin, item),
    ...(posterItem ? { [audioVideo.type === 'Video' ? 'placeholderCanvas' : 'accompanyingCanvas']: posterItem } : {}),
    ...(isSingleItem ? {} : itemDescription(origin, entry)),
    items: paintingPages(id, {
      id: origin + url,
      type: body.type,
      format: body.format,
      ...body.size,
      duration: body.duration,
    }),
    ...peopleAnnotations(origin, id, item, audioVideo.size ?? { width: 0, height: 0 }),
  };
}

/**
 * Creates a canvas for each picture or page, or for a video or recording.
 * @param isSingleItem whether the manifest has only this media item
 */
export const canvasesOf = (origin: string, entry: ManifestItem, isSingleItem: boolean): Manifest['items'] =>
  entry.audioVideo
    ? [audioVideoCanvas(origin, entry, entry.audioVideo, isSingleItem)]
    : entry.pictures.map((picture) => pictureCanvas(origin, entry, picture, isSingleItem));

/** A video or recording that browsers can play. */
interface AudioVideo {
  url: string;
  type: 'Video' | 'Sound';
  format: string;
  /** Seconds. */
  duration: number;
  /** Undefined for a recording. */
  size: Size | undefined;
}

/** Undefined for other files, and until the duration is known, because IIIF requires it. */
function audioVideoOf(item: Item): AudioVideo | undefined {
  const player = playerOf(item);
  if (!player || player.url === null || player.duration === null || player.duration <= 0) return undefined;
  const { own_width: width, own_height: height } = item;
  const { url, kind, duration } = player;
  const isVideo = kind === 'video' && width !== null && height !== null;
  return {
    url,
    type: isVideo ? 'Video' : 'Sound',
    format: url === item.url && item.content_type !== null ? item.content_type : contentTypeOf(url).type,
    duration,
    size: isVideo ? { width, height } : undefined,
  };
}
