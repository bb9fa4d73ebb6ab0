import { trashOperations } from '../trash.ts';
import { exampleOf } from './example.ts';
import { ALBUM_SLUG, MEDIA_SLUG, VOYAGE_SLUG } from './records.ts';

const SELECTED = { media_slugs: [MEDIA_SLUG] };

export const trashExamples = [
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
  exampleOf(trashOperations.restore, { body: SELECTED, response: { restored: [MEDIA_SLUG], failures: [] } }),
  exampleOf(trashOperations.remove, { body: SELECTED, response: { deleted: [MEDIA_SLUG], missing: [] } }),
  exampleOf(trashOperations.empty, { body: { until: '2026-07-01T12:00:00.000Z' }, response: { emptied: 1 } }),
];
