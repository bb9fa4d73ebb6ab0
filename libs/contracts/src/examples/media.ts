import { albumOperations } from '../albums.ts';
import { uploadOperations } from '../media-uploads.ts';
import { mediaRecordOperations } from '../media-record.ts';
import { mediaOperations } from '../media.ts';
import { exampleOf } from './example.ts';
import {
  ALBUM,
  ALBUM_SLUG,
  MEDIA,
  MEDIA_OF_VOYAGE,
  MEDIA_SLUG,
  PERSON_SLUG,
  PRESIDENT_SLUG,
  VOYAGE_SLUG,
  CHANGED_AT,
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

const UPLOAD_ID = '5f2b8c0e9d1a4e6f8b7c6d5e4f3a2b1c';
const CHECKSUM = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';

export const mediaExamples = [
  exampleOf(mediaOperations.list, { query: { q: 'rail', media_type: 'image', limit: 100 }, response: [MEDIA] }),
  exampleOf(mediaOperations.matches, {
    query: { q: 'rail' },
    response: { media: [{ media_slug: MEDIA_SLUG, title: MEDIA.title }], total: 1 },
  }),
  exampleOf(mediaOperations.get, { params: { slug: MEDIA_SLUG }, response: MEDIA }),
  exampleOf(mediaRecordOperations.neighbors, {
    params: { slug: MEDIA_SLUG },
    query: { album: ALBUM_SLUG },
    response: {
      album: { album_slug: ALBUM_SLUG, title: 'On deck', voyage_slug: VOYAGE_SLUG },
      previous: null,
      next: { media_slug: 'media-casting-off-19760616-4822', title: 'Casting off' },
    },
  }),
  exampleOf(mediaRecordOperations.preservation, {
    params: { slug: MEDIA_SLUG },
    response: {
      sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      events: [
        {
          type: 'fixity_check',
          occurred_at: CHANGED_AT,
          agent: null,
          outcome: 'success',
          detail: 'The file is unchanged.',
        },
        {
          type: 'ingestion',
          occurred_at: CHANGED_AT,
          agent: 'curator',
          outcome: 'success',
          detail: 'The file was added to the archive.',
        },
      ],
    },
  }),
  exampleOf(mediaRecordOperations.replaceFile, { params: { media_slug: MEDIA_SLUG }, multipart: {}, response: MEDIA }),
  exampleOf(mediaRecordOperations.undoReplacement, { params: { media_slug: MEDIA_SLUG }, response: MEDIA }),
  exampleOf(mediaOperations.byVoyage, { params: { slug: VOYAGE_SLUG }, response: [MEDIA_OF_VOYAGE] }),
  exampleOf(mediaOperations.browse, {
    query: { prefix: FOLDER },
    response: {
      files: [
        {
          name: `${MEDIA_SLUG}.jpg`,
          path: `${FOLDER}/${MEDIA_SLUG}.jpg`,
          url: `/media-files/${FOLDER}/${MEDIA_SLUG}.jpg`,
          type: 'image/jpeg',
          size: 1_482_113,
          last_modified: CHANGED_AT,
          media_slug: MEDIA_SLUG,
          title: 'At the rail',
          credit: 'Gerald R. Ford Library',
          date: '1976-06-16',
          description_markdown: null,
          alt_text: MEDIA.alt_text,
          rights: MEDIA.rights,
          rights_note: MEDIA.rights_note,
          creator: MEDIA.creator,
          place: MEDIA.place,
          identifier: MEDIA.identifier,
          provenance: MEDIA.provenance,
          original_filename: MEDIA.original_filename,
          tags: MEDIA.tags,
          width: MEDIA.width,
          height: MEDIA.height,
          page_count: MEDIA.page_count,
          frame_count: MEDIA.frame_count,
          color_profile: MEDIA.color_profile,
          bit_depth: MEDIA.bit_depth,
          duration: MEDIA.duration,
          codecs: MEDIA.codecs,
          thumbnail_url: MEDIA.thumbnail_url,
          public_derivative_url: MEDIA.public_derivative_url,
          preview_state: MEDIA.preview_state,
          preview_error: MEDIA.preview_error,
          preview_failure: MEDIA.preview_failure,
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
  exampleOf(mediaOperations.search, {
    query: { credit: 'Gerald R. Ford Library', date: '1976-06-16', folder: 'gerald-ford' },
    response: [MEDIA],
  }),
  exampleOf(mediaOperations.upload, {
    multipart: {
      ...described,
      media_slug: 'auto',
      media_type: 'image',
      media_category: 'source',
      tags: 'deck, dinner',
      voyage_slug: VOYAGE_SLUG,
      president_slug: PRESIDENT_SLUG,
    },
    response: { ...MEDIA_OF_VOYAGE, linked_to_voyage: true },
  }),
  exampleOf(uploadOperations.startDirect, {
    body: { size: 300_000_000 },
    response: { upload_id: UPLOAD_ID, part_bytes: 8_388_608 },
  }),
  exampleOf(uploadOperations.directState, {
    params: { upload_id: UPLOAD_ID },
    response: { size: 300_000_000, part_bytes: 8_388_608, parts: [1, 2, 4] },
  }),
  exampleOf(uploadOperations.directParts, {
    params: { upload_id: UPLOAD_ID },
    body: { parts: [{ number: 3, sha256: CHECKSUM }] },
    response: [
      {
        number: 3,
        url: `https://files.example.org/library/_system/uploads/${UPLOAD_ID}/file?partNumber=3&uploadId=…`,
        headers: { 'x-amz-checksum-sha256': CHECKSUM },
      },
    ],
  }),
  exampleOf(uploadOperations.finish, {
    params: { upload_id: UPLOAD_ID },
    body: { ...described, media_slug: 'auto', media_type: 'video', president_slug: PRESIDENT_SLUG },
    response: { ...MEDIA, linked_to_voyage: false },
  }),
  exampleOf(mediaOperations.link, {
    body: { media_slug: MEDIA_SLUG, voyage_slug: VOYAGE_SLUG, media_category: 'source', sort_order: null, notes: '' },
    response: MEDIA_OF_VOYAGE,
  }),
  exampleOf(mediaOperations.unlink, { query: { media_slug: MEDIA_SLUG, voyage_slug: VOYAGE_SLUG } }),
  exampleOf(mediaOperations.setOrder, {
    params: { voyage_slug: VOYAGE_SLUG },
    body: { media: [{ media_slug: MEDIA_SLUG, media_category: 'source' }] },
    response: [MEDIA_OF_VOYAGE],
  }),
  exampleOf(mediaOperations.update, { params: { media_slug: MEDIA_SLUG }, body: described, response: MEDIA }),
  exampleOf(mediaOperations.usage, {
    params: { media_slug: MEDIA_SLUG },
    response: {
      voyages: [{ title: 'Dinner for Pierre Trudeau', voyage_slug: VOYAGE_SLUG }],
      albums: [{ title: 'On deck', album_slug: ALBUM_SLUG, voyage_slug: VOYAGE_SLUG }],
      people: [{ full_name: 'Pierre Elliott Trudeau', person_slug: PERSON_SLUG }],
    },
  }),
  exampleOf(mediaOperations.detach, {
    params: { media_slug: MEDIA_SLUG },
    response: { voyages_affected: 1, revision: 3 },
  }),
  exampleOf(mediaOperations.remove, { params: { media_slug: MEDIA_SLUG }, query: { delete_from_s3: 'true' } }),
  exampleOf(mediaOperations.removeFiles, {
    body: { urls: [`/media-files/${FOLDER}/left-behind.jpg`] },
    response: { deleted_count: 1 },
  }),
  exampleOf(albumOperations.byVoyage, { params: { voyage_slug: VOYAGE_SLUG }, response: [ALBUM] }),
  exampleOf(albumOperations.collections, {
    response: [
      {
        album_slug: 'state-dinners',
        title: 'State dinners',
        description: 'Menus and photographs of *dinners with foreign leaders*.',
        voyage_slug: null,
        sort_order: 1,
        media_count: 14,
        thumbnail_url: MEDIA.thumbnail_url,
      },
    ],
  }),
  exampleOf(albumOperations.get, { params: { album_slug: ALBUM_SLUG }, response: { ...ALBUM, media: [MEDIA] } }),
  exampleOf(albumOperations.create, {
    body: { title: 'On deck', description: 'Before dinner.', voyage_slug: VOYAGE_SLUG, sort_order: 0 },
    response: { ...ALBUM, media_count: 0 },
  }),
  exampleOf(albumOperations.update, {
    params: { album_slug: ALBUM_SLUG },
    body: { title: 'On the upper deck' },
    response: { ...ALBUM, title: 'On the upper deck', media: [MEDIA] },
  }),
  exampleOf(albumOperations.setMedia, {
    params: { album_slug: ALBUM_SLUG },
    body: { media_slugs: [MEDIA_SLUG] },
    response: { ...ALBUM, media: [MEDIA] },
  }),
  exampleOf(albumOperations.remove, { params: { album_slug: ALBUM_SLUG } }),
  exampleOf(albumOperations.addMedia, {
    params: { album_slug: ALBUM_SLUG },
    body: { media_slug: MEDIA_SLUG, sort_order: 0 },
    response: { ...ALBUM, media: [MEDIA] },
  }),
  exampleOf(albumOperations.removeMedia, { params: { album_slug: ALBUM_SLUG, media_slug: MEDIA_SLUG } }),
];
