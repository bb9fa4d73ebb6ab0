import { albumCalls } from '../albums.ts';
import { uploadCalls } from '../media-uploads.ts';
import { mediaCalls } from '../media.ts';
import { exampleOf } from './example.ts';
import {
  ALBUM,
  ALBUM_SLUG,
  MEDIA,
  MEDIA_OF_VOYAGE,
  MEDIA_SLUG,
  PRESIDENT_SLUG,
  VOYAGE_SLUG,
  WRITTEN_AT,
} from './records.ts';

const FOLDER = `gerald-ford/${VOYAGE_SLUG}/image`;
const described = {
  title: 'At the rail',
  credit: 'Gerald R. Ford Library',
  date: '1976-06-16',
  description_markdown: 'The guests on the upper deck, shortly after *casting off*.',
  alt_text: 'Two men in suits stand at a ship’s rail and look over the water.',
  rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
};

export const mediaExamples = [
  exampleOf(mediaCalls.list, { query: { q: 'rail', media_type: 'image', limit: 100 }, answer: [MEDIA] }),
  exampleOf(mediaCalls.get, { params: { slug: MEDIA_SLUG }, answer: MEDIA }),
  exampleOf(mediaCalls.byVoyage, { params: { slug: VOYAGE_SLUG }, answer: [MEDIA_OF_VOYAGE] }),
  exampleOf(mediaCalls.browse, {
    query: { prefix: FOLDER },
    answer: {
      files: [
        {
          name: `${MEDIA_SLUG}.jpg`,
          path: `${FOLDER}/${MEDIA_SLUG}.jpg`,
          url: `/media-files/${FOLDER}/${MEDIA_SLUG}.jpg`,
          type: 'image/jpeg',
          size: 1_482_113,
          last_modified: WRITTEN_AT,
          media_slug: MEDIA_SLUG,
          title: 'At the rail',
          credit: 'Gerald R. Ford Library',
          date: '1976-06-16',
          description_markdown: null,
          alt_text: MEDIA.alt_text,
          rights: MEDIA.rights,
          width: MEDIA.width,
          height: MEDIA.height,
          thumbnail_url: MEDIA.thumbnail_url,
        },
      ],
      folders: [],
      breadcrumbs: [
        { name: 'gerald-ford', path: 'gerald-ford/' },
        { name: VOYAGE_SLUG, path: `gerald-ford/${VOYAGE_SLUG}/` },
        { name: 'image', path: `${FOLDER}/` },
      ],
      total_items: 1,
    },
  }),
  exampleOf(mediaCalls.search, {
    query: { credit: 'Gerald R. Ford Library', date: '1976-06-16', folder: 'gerald-ford' },
    answer: [MEDIA],
  }),
  exampleOf(mediaCalls.upload, {
    multipart: {
      ...described,
      media_slug: 'auto',
      media_type: 'image',
      media_category: 'source',
      tags: 'deck, dinner',
      voyage_slug: VOYAGE_SLUG,
      president_slug: PRESIDENT_SLUG,
    },
    answer: { ...MEDIA_OF_VOYAGE, linked_to_voyage: true },
  }),
  exampleOf(uploadCalls.finish, {
    params: { upload_id: '5f2b8c0e9d1a4e6f8b7c6d5e4f3a2b1c' },
    body: { ...described, media_slug: 'auto', media_type: 'video', president_slug: PRESIDENT_SLUG },
    answer: { ...MEDIA, linked_to_voyage: false },
  }),
  exampleOf(mediaCalls.link, {
    body: { media_slug: MEDIA_SLUG, voyage_slug: VOYAGE_SLUG, media_category: 'source', sort_order: null, notes: '' },
    answer: MEDIA_OF_VOYAGE,
  }),
  exampleOf(mediaCalls.unlink, { query: { media_slug: MEDIA_SLUG, voyage_slug: VOYAGE_SLUG } }),
  exampleOf(mediaCalls.update, { params: { media_slug: MEDIA_SLUG }, body: described, answer: MEDIA }),
  exampleOf(mediaCalls.usage, {
    params: { media_slug: MEDIA_SLUG },
    answer: {
      voyages: [{ title: 'Dinner for Pierre Trudeau', voyage_slug: VOYAGE_SLUG }],
      albums: [{ title: 'On deck', album_slug: ALBUM_SLUG, voyage_slug: VOYAGE_SLUG }],
    },
  }),
  exampleOf(mediaCalls.detach, { params: { media_slug: MEDIA_SLUG }, answer: { voyages_affected: 1, revision: 3 } }),
  exampleOf(mediaCalls.remove, { params: { media_slug: MEDIA_SLUG }, query: { delete_from_s3: 'true' } }),
  exampleOf(mediaCalls.removeFiles, {
    body: { urls: [`/media-files/${FOLDER}/left-behind.jpg`] },
    answer: { deleted_count: 1 },
  }),
  exampleOf(albumCalls.byVoyage, { params: { voyage_slug: VOYAGE_SLUG }, answer: [ALBUM] }),
  exampleOf(albumCalls.get, { params: { album_slug: ALBUM_SLUG }, answer: { ...ALBUM, media: [MEDIA] } }),
  exampleOf(albumCalls.create, {
    body: { title: 'On deck', description: 'Before dinner.', voyage_slug: VOYAGE_SLUG, sort_order: 0 },
    answer: { ...ALBUM, media_count: 0 },
  }),
  exampleOf(albumCalls.remove, { params: { album_slug: ALBUM_SLUG } }),
  exampleOf(albumCalls.addMedia, {
    params: { album_slug: ALBUM_SLUG },
    body: { media_slug: MEDIA_SLUG, sort_order: 0 },
    answer: { ...ALBUM, media: [MEDIA] },
  }),
  exampleOf(albumCalls.removeMedia, { params: { album_slug: ALBUM_SLUG, media_slug: MEDIA_SLUG } }),
];
