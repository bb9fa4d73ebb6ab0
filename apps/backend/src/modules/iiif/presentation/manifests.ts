import type { Manifest } from '@archive/contracts';
import { formatDate, formatDateRange } from '@archive/contracts/dates';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { col, Database, statement } from '../../../database/index.ts';
import {
  canvasesOf,
  canvasIds,
  link,
  mediaManifestPath,
  pagePath,
  type ManifestItem,
  manifestItems,
  thumbnail,
} from './canvases.ts';
import { itemMetadata, metadata, navDate, rights, summary, text } from './description.ts';
import { type Item, ITEMS_OF_ALBUM, ITEMS_OF_VOYAGE, ONE_ITEM } from './items.ts';

export const MANIFEST_CONTEXT = 'http://iiif.io/api/presentation/3/context.json';

const ALBUM = statement(
  'iiif-album',
  `select a.title, a.description, v.slug voyage_slug, v.title voyage_title, v.start_date
  from album a left join voyage v on v.id = a.voyage_id where a.slug = $1`,
  {
    title: col.text,
    description: col.text.nullable(),
    voyage_slug: col.text.nullable(),
    voyage_title: col.text.nullable(),
    start_date: col.text.nullable(),
  },
);

const VOYAGE = statement(
  'iiif-voyage',
  `select v.title, v.summary_markdown, v.start_date, v.end_date, v.start_location, v.end_location, p.full_name owner,
    (select coalesce(json_agg(listed order by listed.sort_order), '[]') from (
      select a.slug, a.title, a.sort_order, array(
        select m.slug from album_media e join media m on m.id = e.media_id where e.album_id = a.id order by e.sort_order) media
      from album a where a.voyage_id = v.id) listed) albums
  from voyage v left join person p on p.id = v.president_id where v.slug = $1`,
  {
    title: col.text,
    summary_markdown: col.text.nullable(),
    start_date: col.text,
    end_date: col.text.nullable(),
    start_location: col.text.nullable(),
    end_location: col.text.nullable(),
    owner: col.text.nullable(),
    albums: col.json<{ slug: string; title: string; media: string[] }[]>(),
  },
);

const albumManifestPath = (slug: string) => `/iiif/albums/${slug}/manifest.json`;
const voyageManifestPath = (slug: string) => `/iiif/voyages/${slug}/manifest.json`;
const voyagePath = (slug: string) => `/voyages/${slug}`;

/** IIIF types of files, by the first part of their media type. */
const FILE_TYPES: Record<string, string> = { image: 'Image', video: 'Video', audio: 'Sound' };

interface Range {
  id: string;
  label: string;
  canvases: readonly { id: string; type: string }[];
}

/** A range of canvases, for the table of contents. */
const range = ({ id, label, canvases }: Range) => ({ id, type: 'Range', label: text(label), items: canvases });

/** A range for each document with more than one page. */
const documentRanges = (origin: string, id: string, entries: readonly ManifestItem[]): Range[] =>
  entries
    .filter(({ pictures }) => pictures.length > 1)
    .map((entry) => ({
      id: `${id}/range/media/${entry.item.slug}`,
      label: entry.item.title,
      canvases: canvasIds(origin, entry),
    }));

const structures = (ranges: readonly Range[]) => {
  const nonEmpty = ranges.filter(({ canvases }) => canvases.length > 0);
  return nonEmpty.length === 0 ? {} : { structures: nonEmpty.map(range) };
};

/** The file as it was uploaded. */
function originalFile(origin: string, { url, stored, content_type: type }: Item) {
  if (!stored || url === null || type === null) return {};
  const kind = FILE_TYPES[type.split('/')[0] ?? ''] ?? 'Text';
  return {
    rendering: [{ id: `${origin}${url}?download`, type: kind, label: text('Original file'), format: type }],
  };
}

/** IIIF Presentation API 3.0 manifests of media, albums and voyages. */
@Injectable()
export class Manifests {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws Problem 404 if the media item doesn’t exist or has no picture */
  async ofMedia(origin: string, slug: string): Promise<Manifest> {
    const item = await this.database.row(ONE_ITEM, [slug]);
    if (!item) throw notFound('Media not found in database.');
    const entries = requirePictures(manifestItems([item]));
    return {
      ...this.#head(origin, mediaManifestPath(slug), item.title),
      ...summary(item.description_markdown),
      metadata: itemMetadata(item),
      ...rights(item),
      ...navDate(item.date),
      ...thumbnail(origin, item),
      homepage: [link(origin + pagePath(slug), item.title)],
      ...originalFile(origin, item),
      items: entries.flatMap((entry) => canvasesOf(origin, entry, true)),
    };
  }

  /** @throws Problem 404 if the album doesn’t exist or has no picture */
  async ofAlbum(origin: string, slug: string): Promise<Manifest> {
    const [album, items] = await Promise.all([
      this.database.row(ALBUM, [slug]),
      this.database.rows(ITEMS_OF_ALBUM, [slug]),
    ]);
    if (!album) throw notFound('Album not found');
    const entries = requirePictures(manifestItems(items));
    const { title, description, voyage_slug: voyageSlug, voyage_title: voyageTitle, start_date: date } = album;
    const id = origin + albumManifestPath(slug);
    return {
      ...this.#head(origin, albumManifestPath(slug), title),
      ...summary(description),
      metadata: metadata(['Voyage', voyageTitle], ['Date of the voyage', date && formatDate(date)]),
      ...(voyageSlug === null
        ? {}
        : {
            homepage: [link(origin + voyagePath(voyageSlug), voyageTitle ?? title)],
            partOf: [{ id: origin + voyageManifestPath(voyageSlug), type: 'Manifest' }],
          }),
      ...this.#shared(origin, entries),
      ...structures(documentRanges(origin, id, entries)),
    };
  }

  /** @throws Problem 404 if the voyage doesn’t exist or has no picture */
  async ofVoyage(origin: string, slug: string): Promise<Manifest> {
    const [voyage, items] = await Promise.all([
      this.database.row(VOYAGE, [slug]),
      this.database.rows(ITEMS_OF_VOYAGE, [slug]),
    ]);
    if (!voyage) throw notFound('Voyage not found');
    const entries = requirePictures(manifestItems(items));
    const id = origin + voyageManifestPath(slug);
    const albums = voyage.albums.map(({ slug: album, title, media }) => ({
      id: `${id}/range/albums/${album}`,
      label: title,
      canvases: media.flatMap((item) =>
        entries.filter((entry) => entry.item.slug === item).flatMap((entry) => canvasIds(origin, entry)),
      ),
    }));
    return {
      ...this.#head(origin, voyageManifestPath(slug), voyage.title),
      ...summary(voyage.summary_markdown),
      metadata: metadata(
        ['Date', formatDateRange(voyage.start_date, voyage.end_date)],
        ['President/owner', voyage.owner],
        ['From', voyage.start_location],
        ['To', voyage.end_location],
      ),
      ...navDate(voyage.start_date),
      homepage: [link(origin + voyagePath(slug), voyage.title)],
      ...this.#shared(origin, entries),
      ...structures([...albums, ...documentRanges(origin, id, entries)]),
    };
  }

  #head(origin: string, path: string, title: string) {
    return {
      '@context': MANIFEST_CONTEXT,
      id: origin + path,
      type: 'Manifest',
      label: text(title),
      provider: [
        {
          id: `${origin}/`,
          type: 'Agent',
          label: text(this.config.archive.title),
          homepage: [link(`${origin}/`, this.config.archive.title)],
        },
      ],
    } as const;
  }

  /** Properties that albums and voyages share in their manifests. */
  #shared(origin: string, entries: readonly ManifestItem[]) {
    const [first] = entries;
    return {
      ...(first ? thumbnail(origin, first.item) : {}),
      items: entries.flatMap((entry) => canvasesOf(origin, entry, false)),
    };
  }
}

/** @throws Problem 404 without pictures, because a manifest must have at least one canvas */
function requirePictures(entries: ManifestItem[]): ManifestItem[] {
  if (entries.length === 0) throw notFound('There’s no image to show yet.');
  return entries;
}
