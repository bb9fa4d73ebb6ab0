import type { Manifest, PictureRegion, ViewPicture } from '@archive/contracts';
import { picturesOf } from '../../media/index.ts';
import type { Size } from '../../sandbox/index.ts';
import { imageServicePath } from '../image/image-info.ts';
import { imageRequestOf } from '../image/image-request.ts';
import { imageSourceOf } from '../image/image-source.ts';
import { itemMetadata, navDate, rights, text } from './description.ts';
import { type Film, filmOf } from './films.ts';
import type { Item } from './items.ts';

/** Of one manifest. With more, a document is shown by its first page; its own manifest has all. */
const MAX_CANVASES = 2000;

/** A media item that a manifest shows. */
export interface ShownItem {
  item: Item;
  /** Of a film its poster, of a recording its waveform, if there is one. */
  pictures: readonly ViewPicture[];
  /** Also those that are not shown. */
  pageCount: number;
  film: Film | undefined;
}

/** Leaves out media that can't be shown. */
export function shownItems(items: readonly Item[]): ShownItem[] {
  const viewed = items
    .map((item) => ({ item, pictures: picturesOf(item), film: filmOf(item) }))
    .filter(({ pictures, film }) => pictures.length > 0 || film !== undefined);
  let room = MAX_CANVASES - viewed.length;
  return viewed.map(({ item, pictures, film }) => {
    const isWhole = pictures.length - 1 <= room;
    if (isWhole) room -= pictures.length - 1;
    return { item, film, pictures: isWhole ? pictures : pictures.slice(0, 1), pageCount: pictures.length };
  });
}

const pagesOf = ({ film, pictures }: ShownItem) => (film ? [1] : pictures.map(({ page }) => page));

export const pagePath = (slug: string) => `/media/${slug}`;
export const mediaManifestPath = (slug: string) => `/iiif/media/${slug}/manifest.json`;

/** The same in each manifest that shows the picture, so annotations made in one are found in all. */
const canvasId = (origin: string, slug: string, page: number) => `${origin}/iiif/media/${slug}/canvas/${page}`;

export const canvasIds = (origin: string, shown: ShownItem) =>
  pagesOf(shown).map((page) => ({ id: canvasId(origin, shown.item.slug, page), type: 'Canvas' }));

export const link = (id: string, label: string, format = 'text/html') => ({
  id,
  type: 'Text',
  label: text(label),
  format,
});

/** A preview: of the page, where it has one. */
export function thumbnail(origin: string, item: Item, picture?: ViewPicture) {
  const { thumbnail_url: url, thumbnail_width: width, thumbnail_height: height } = item;
  const ofPage = picture?.thumbnail_url ?? null;
  if (ofPage !== null) return { thumbnail: [{ id: origin + ofPage, type: 'Image', format: 'image/webp' }] };
  return url === null || width === null || height === null
    ? {}
    : { thumbnail: [{ id: origin + url, type: 'Image', format: 'image/webp', width, height }] };
}

/** The picture itself, with its image service. */
function image(origin: string, slug: string, picture: ViewPicture) {
  const source = imageSourceOf(picture);
  const whole = { region: 'full', size: 'max', rotation: '0', file: 'default.jpg' };
  const { canonical, size } = imageRequestOf(whole, source);
  const service = origin + imageServicePath(slug, picture.page);
  return {
    id: `${service}/${canonical}`,
    type: 'Image',
    format: 'image/jpeg',
    ...size,
    service: [{ id: service, type: 'ImageService3', profile: 'level2', width: source.width, height: source.height }],
  };
}

const inPixels = ({ x, y, width, height }: PictureRegion, size: Size) =>
  [x * size.width, y * size.height, width * size.width, height * size.height].map(Math.round).join(',');

/** Who is in a picture. Only pictures of a single page have regions. */
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
    target: region === null ? canvas : `${canvas}#xywh=${inPixels(region, size)}`,
  }));
  return { annotations: [{ id: `${canvas}/people`, type: 'AnnotationPage', items }] };
}

/** What a canvas shows. */
const painted = (id: string, body: object) => [
  {
    id: `${id}/page`,
    type: 'AnnotationPage',
    items: [{ id: `${id}/image`, type: 'Annotation', motivation: 'painting', body, target: id }],
  },
];

/** What a canvas says of its media item; a manifest of the item alone says it itself. */
const described = (origin: string, { item, pageCount }: ShownItem) => ({
  metadata: itemMetadata(item),
  ...rights(item),
  ...navDate(item.date),
  homepage: [link(origin + pagePath(item.slug), item.title)],
  ...(pageCount > 1
    ? { seeAlso: [link(origin + mediaManifestPath(item.slug), 'All pages', 'application/ld+json')] }
    : {}),
});

/** Presentation API 3.0 has no property for alternative text. Viewers read the summary of a canvas as its description. */
const alternativeText = ({ alt_text: alternative }: Item) =>
  alternative === null ? {} : { summary: text(alternative) };

function pictureCanvas(origin: string, shown: ShownItem, picture: ViewPicture, isAlone: boolean) {
  const { item, pageCount } = shown;
  const id = canvasId(origin, item.slug, picture.page);
  const { width, height } = imageSourceOf(picture);
  const label = isAlone ? `Page ${picture.page}` : `${item.title}, page ${picture.page} of ${pageCount}`;
  return {
    id,
    type: 'Canvas' as const,
    label: text(pageCount === 1 ? item.title : label),
    ...alternativeText(item),
    width,
    height,
    ...thumbnail(origin, item, picture),
    ...(isAlone ? {} : described(origin, shown)),
    items: painted(id, image(origin, item.slug, picture)),
    ...(picture.page === 1 ? peopleAnnotations(origin, id, item, { width, height }) : {}),
  };
}

/** With the poster before a film plays, or the waveform while a recording does. */
function filmCanvas(origin: string, shown: ShownItem, film: Film, isAlone: boolean) {
  const { item, pictures } = shown;
  const id = canvasId(origin, item.slug, 1);
  const [picture] = pictures;
  const still = picture && {
    id: `${id}/still`,
    type: 'Canvas',
    label: text(item.title),
    width: picture.width,
    height: picture.height,
    items: painted(`${id}/still`, image(origin, item.slug, picture)),
  };
  const { url, ...body } = film;
  return {
    id,
    type: 'Canvas' as const,
    label: text(item.title),
    ...alternativeText(item),
    ...film.size,
    duration: film.duration,
    ...thumbnail(origin, item),
    ...(still ? { [film.type === 'Video' ? 'placeholderCanvas' : 'accompanyingCanvas']: still } : {}),
    ...(isAlone ? {} : described(origin, shown)),
    items: painted(id, {
      id: origin + url,
      type: body.type,
      format: body.format,
      ...body.size,
      duration: body.duration,
    }),
    ...peopleAnnotations(origin, id, item, film.size ?? { width: 0, height: 0 }),
  };
}

/**
 * A canvas for each picture or page, or for a film or recording.
 * @param isAlone whether the manifest is that of the media item
 */
export const canvasesOf = (origin: string, shown: ShownItem, isAlone: boolean): Manifest['items'] =>
  shown.film
    ? [filmCanvas(origin, shown, shown.film, isAlone)]
    : shown.pictures.map((picture) => pictureCanvas(origin, shown, picture, isAlone));
