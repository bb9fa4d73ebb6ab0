import { bulkMediaOperations } from '../media-bulk.ts';
import { trashOperations } from '../trash.ts';
import { tagOperations } from '../tags.ts';
import { exampleOf } from './example.ts';
import { ALBUM_SLUG, MEDIA_SLUG, VOYAGE_SLUG } from './records.ts';

const SELECTED = { media_slugs: [MEDIA_SLUG, 'media-on-the-bridge-1976-06-16-4822'] };

const DELETED = { media_slugs: [MEDIA_SLUG] };

const CHANGED = [{ kind: 'media' as const, slug: MEDIA_SLUG, revision: 3 }];

/** Changes of many media, the trash, and tags. */
export const mediaSelectionExamples = [
  exampleOf(bulkMediaOperations.usage, {
    body: SELECTED,
    response: {
      voyages: [{ title: 'Dinner for Pierre Trudeau', voyage_slug: VOYAGE_SLUG }],
      albums: [{ title: 'On deck', album_slug: ALBUM_SLUG, voyage_slug: VOYAGE_SLUG }],
      people: [],
    },
  }),
  exampleOf(bulkMediaOperations.detach, {
    body: SELECTED,
    response: {
      voyages: [VOYAGE_SLUG],
      detached: [{ media_slug: MEDIA_SLUG, revision: 3 }],
      missing: ['media-on-the-bridge-1976-06-16-4822'],
    },
  }),
  exampleOf(bulkMediaOperations.remove, {
    body: { ...SELECTED, delete_from_s3: true },
    response: { deleted: SELECTED.media_slugs, missing: [] },
  }),
  exampleOf(bulkMediaOperations.update, {
    query: { dry_run: 'true' },
    body: {
      media: [{ media_slug: MEDIA_SLUG, version: '17.2' }],
      changes: {
        credit: { mode: 'set', value: 'White House Photographic Office' },
        tags: { mode: 'append', value: 'deck, dinner' },
        rights_note: { mode: 'clear' },
      },
    },
    response: {
      changed: [
        {
          media_slug: MEDIA_SLUG,
          title: 'At the rail',
          version: '17.2',
          revision: null,
          changes: [
            { field: 'credit', before: 'Gerald R. Ford Library', after: 'White House Photographic Office' },
            { field: 'tags', before: 'deck', after: 'deck, dinner' },
          ],
        },
      ],
      unchanged: 0,
      missing: [],
    },
  }),
  exampleOf(bulkMediaOperations.undo, {
    body: { revisions: [{ media_slug: MEDIA_SLUG, revision: 3 }] },
    response: { restored: [MEDIA_SLUG], left: [] },
  }),
  exampleOf(trashOperations.list, {
    response: {
      items: [
        {
          media_slug: MEDIA_SLUG,
          title: 'At the rail',
          media_type: 'image',
          content_type: 'image/jpeg',
          size: 2_411_724,
          url: '/media-files/gerald-r.-ford/image/media-at-the-rail-1976-06-16-4821.jpg',
          thumbnail_url: '/media-files/_derivatives/4821/thumbnail.webp',
          deleted_by: 'curator',
          deleted_at: '2026-07-01T12:00:00.000Z',
          days_left: 29,
          voyages: [{ title: 'Dinner for Pierre Trudeau', voyage_slug: VOYAGE_SLUG }],
          albums: [{ title: 'On deck', album_slug: ALBUM_SLUG }],
        },
      ],
      total: 1,
      retention_days: 30,
    },
  }),
  exampleOf(trashOperations.restore, { body: DELETED, response: { restored: [MEDIA_SLUG], failures: [] } }),
  exampleOf(trashOperations.remove, { body: DELETED, response: { deleted: [MEDIA_SLUG], missing: [] } }),
  exampleOf(trashOperations.empty, { body: { until: '2026-07-01T12:00:00.000Z' }, response: { emptied: 1 } }),
  exampleOf(tagOperations.list, { response: [{ tag: 'deck', media_count: 12, people_count: 0 }] }),
  exampleOf(tagOperations.rename, { body: { tags: ['Deck', 'on deck'], to: 'deck' }, response: { changed: CHANGED } }),
  exampleOf(tagOperations.undo, { body: { changed: CHANGED }, response: { restored: 1, left: 0 } }),
];
