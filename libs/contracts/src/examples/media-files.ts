import { mediaViewOperations } from '../media-view.ts';
import { fileTextOperations } from '../file-text.ts';
import { mediaCaptionOperations } from '../media-captions.ts';
import { mediaPeopleOperations } from '../media-people.ts';
import { similarMediaOperations } from '../media-similar.ts';
import { exampleOf } from './example.ts';
import { ALBUM_SLUG, MEDIA, MEDIA_SLUG, PERSON_SLUG, VOYAGE_SLUG } from './records.ts';

const FOLDER = '/media-files/_derivatives/12-9f2c4a7be310';

const TEXT = 'Dinner aboard the Sequoia. Terrapin soup.';

const CAPTIONS = { media_slug: MEDIA_SLUG, language: 'en' };

const region = { x: 0.42, y: 0.18, width: 0.12, height: 0.25 };
const person = {
  person_slug: PERSON_SLUG,
  full_name: 'Pierre Elliott Trudeau',
  role_title: 'Prime Minister of Canada',
  portrait_url: null,
};
const PEOPLE = { media_slug: MEDIA_SLUG, people: [{ ...person, region }], suggested: [] };
const { media_category: _category, sort_order: _order, ...mediaAlone } = MEDIA;

const COPY_SLUG = 'media-at-the-rail-19760616-7310';
const mergeChanges = {
  into: MEDIA_SLUG,
  file_sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  voyages: [VOYAGE_SLUG],
  albums: [ALBUM_SLUG],
  people: [PERSON_SLUG],
};

/** What belongs to one file: pictures, text, captions, people, and files that look like it. */
export const mediaFileExamples = [
  exampleOf(mediaViewOperations.get, {
    params: { media_slug: MEDIA_SLUG },
    response: {
      media_slug: MEDIA_SLUG,
      state: 'ready',
      error: null,
      pages: null,
      animation: null,
      text: null,
      pictures: [
        {
          page: 1,
          url: `${FOLDER}/large.webp`,
          thumbnail_url: null,
          width: 1600,
          height: 1067,
          tiles: { url: `${FOLDER}/tiles.zip`, width: 6000, height: 4000, tile_size: 512 },
        },
      ],
      player: null,
      captions: [],
    },
  }),
  exampleOf(mediaViewOperations.rebuild, { params: { media_slug: MEDIA_SLUG }, response: { state: 'waiting' } }),
  exampleOf(fileTextOperations.get, {
    params: { media_slug: MEDIA_SLUG },
    query: { page: '1', q: 'terrapin' },
    response: {
      media_slug: MEDIA_SLUG,
      title: MEDIA.title,
      url: MEDIA.url,
      media_type: MEDIA.media_type,
      content_type: MEDIA.content_type,
      picture_url: MEDIA.public_derivative_url,
      state: 'ready',
      error: null,
      pages: 1,
      pages_read: 1,
      matches: [1],
      page: {
        page: 1,
        text: TEXT,
        marked: [
          { text: 'Dinner aboard the Sequoia. ', match: false },
          { text: 'Terrapin', match: true },
          { text: ' soup.', match: false },
        ],
        read_text: TEXT,
        corrected: false,
        confidence: 93,
      },
    },
  }),
  exampleOf(fileTextOperations.correct, {
    params: { media_slug: MEDIA_SLUG, page: '1' },
    body: { text: TEXT, previous: 'Dinner aboard the Sequoia. Terrapin sou.' },
    response: { media_slug: MEDIA_SLUG, revision: 4 },
  }),
  exampleOf(fileTextOperations.read, { params: { media_slug: MEDIA_SLUG }, response: { state: 'waiting' } }),
  exampleOf(mediaCaptionOperations.get, { params: CAPTIONS }),
  exampleOf(mediaCaptionOperations.transcript, {
    params: CAPTIONS,
    response: { language: 'en', label: 'English', cues: [{ start: 1, text: 'Cast off!' }] },
  }),
  exampleOf(mediaCaptionOperations.set, {
    params: CAPTIONS,
    body: { label: 'English', content: 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nCast off!\n' },
    response: { media_slug: MEDIA_SLUG, revision: 5 },
  }),
  exampleOf(mediaCaptionOperations.remove, { params: CAPTIONS, response: { media_slug: MEDIA_SLUG, revision: 6 } }),
  exampleOf(mediaPeopleOperations.get, { params: { media_slug: MEDIA_SLUG }, response: PEOPLE }),
  exampleOf(mediaPeopleOperations.set, {
    params: { media_slug: MEDIA_SLUG },
    body: { people: [{ person_slug: PERSON_SLUG, region }] },
    response: PEOPLE,
  }),
  exampleOf(mediaPeopleOperations.pictures, {
    params: { slug: PERSON_SLUG },
    query: { limit: 24 },
    response: [{ ...mediaAlone, region }],
  }),
  exampleOf(similarMediaOperations.similar, {
    params: { slug: COPY_SLUG },
    query: { limit: 12 },
    response: { items: [{ ...MEDIA, distance: 4 }] },
  }),
  exampleOf(similarMediaOperations.merge, {
    params: { media_slug: COPY_SLUG },
    body: { into: MEDIA_SLUG, keep_file: 'new' },
    response: { media_slug: COPY_SLUG, ...mergeChanges },
  }),
  exampleOf(similarMediaOperations.undoMerge, {
    params: { media_slug: COPY_SLUG },
    body: mergeChanges,
    response: { ...MEDIA, media_slug: COPY_SLUG },
  }),
];
