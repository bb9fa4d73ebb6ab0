import { severalMediaCalls } from '../media-several.ts';
import { exampleOf } from './example.ts';
import { ALBUM_SLUG, MEDIA_SLUG, VOYAGE_SLUG } from './records.ts';

const SELECTED = { media_slugs: [MEDIA_SLUG, 'media-on-the-bridge-1976-06-16-4822'] };

export const severalMediaExamples = [
  exampleOf(severalMediaCalls.usage, {
    body: SELECTED,
    answer: {
      voyages: [{ title: 'Dinner for Pierre Trudeau', voyage_slug: VOYAGE_SLUG }],
      albums: [{ title: 'On deck', album_slug: ALBUM_SLUG, voyage_slug: VOYAGE_SLUG }],
    },
  }),
  exampleOf(severalMediaCalls.detach, {
    body: SELECTED,
    answer: {
      voyages: [VOYAGE_SLUG],
      detached: [{ media_slug: MEDIA_SLUG, revision: 3 }],
      missing: ['media-on-the-bridge-1976-06-16-4822'],
    },
  }),
  exampleOf(severalMediaCalls.remove, {
    body: { ...SELECTED, delete_from_s3: true },
    answer: { deleted: SELECTED.media_slugs, missing: [] },
  }),
  exampleOf(severalMediaCalls.describe, {
    query: { dry_run: 'true' },
    body: {
      media: [{ media_slug: MEDIA_SLUG, version: '17.2' }],
      changes: {
        credit: { mode: 'set', value: 'White House Photographic Office' },
        tags: { mode: 'append', value: 'deck, dinner' },
        rights_note: { mode: 'clear' },
      },
    },
    answer: {
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
  exampleOf(severalMediaCalls.undo, {
    body: { revisions: [{ media_slug: MEDIA_SLUG, revision: 3 }] },
    answer: { restored: [MEDIA_SLUG], left: [] },
  }),
];
