import { mediaViewOperations } from '../media-view.ts';
import { exampleOf } from './example.ts';
import { MEDIA_SLUG } from './records.ts';

const FOLDER = '/media-files/_derivatives/12-9f2c4a7be310';

export const mediaViewExamples = [
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
];
