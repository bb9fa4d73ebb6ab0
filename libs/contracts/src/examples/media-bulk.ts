import { bulkMediaOperations } from '../media-bulk.ts';
import { exampleOf } from './example.ts';
import { ALBUM_SLUG, MEDIA_SLUG, VOYAGE_SLUG } from './records.ts';

const SELECTED = { media_slugs: [MEDIA_SLUG, 'media-on-the-bridge-1976-06-16-4822'] };

export const bulkMediaExamples = [
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
];
