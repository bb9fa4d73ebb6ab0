import { z } from 'zod';
import { slugSchema } from './common.ts';
import { mediaCaptionSchema } from './media-captions.ts';
import { previewStateSchema } from './media-item.ts';
import { defineOperation } from './operation.ts';

const size = { width: z.number().int(), height: z.number().int() };

/** A pyramid of tiles that don't overlap: level 0 is the whole picture in one tile, and each level doubles its sides. */
const tilesSchema = z.object({
  url: z.string().meta({ description: 'A tile is `{url}/{level}/{column}_{row}.jpg`.' }),
  ...size,
  tile_size: z.number().int(),
});

const viewPictureSchema = z.object({
  page: z.number().int(),
  url: z.string().meta({ description: 'At most 1600 pixels wide, upright and in sRGB.' }),
  thumbnail_url: z.string().nullable().meta({ description: 'Thumbnail for the strip of pages.' }),
  ...size,
  tiles: tilesSchema.nullable().meta({ description: 'For zooming; null for a small image.' }),
});
export type ViewPicture = z.output<typeof viewPictureSchema>;

const playerSchema = z.object({
  kind: z.enum(['video', 'audio']),
  url: z.string().nullable().meta({
    description:
      'The file to play: the original, or an MP4 converted from it. Null until the conversion is ready, or if it fails.',
  }),
  duration: z.number().nullable().meta({ description: 'Seconds.' }),
});
export type MediaPlayer = z.output<typeof playerSchema>;

const animationSchema = z.object({
  url: z.string().meta({ description: 'The file itself.' }),
  frames: z.number().int(),
});

export const mediaViewSchema = z.object({
  media_slug: slugSchema,
  state: previewStateSchema.nullable().meta({
    description:
      '`waiting` while previews, tiles, pages or a conversion are being made. Null for a file that has none.',
  }),
  error: z.string().nullable(),
  pages: z.number().int().nullable().meta({ description: 'Number of pages of a document, once they are rendered.' }),
  animation: animationSchema.nullable().meta({
    description: 'Only for an animated image; `pictures` has its first frame. Null for other files.',
  }),
  pictures: z.array(viewPictureSchema).meta({
    description: 'The image, the pages that can be shown, the poster of a video, or the waveform of a recording.',
  }),
  text: z.string().nullable().meta({
    description: 'Of a Word document: its text as Markdown, without comments and images. Null for other files.',
  }),
  player: playerSchema.nullable().meta({ description: 'Null for files other than videos and recordings.' }),
  captions: z.array(mediaCaptionSchema).meta({ description: 'Captions of a video or recording, by label.' }),
});
export type MediaView = z.output<typeof mediaViewSchema>;

const params = z.object({ media_slug: slugSchema });

export const mediaViewOperations = {
  get: defineOperation({
    id: 'media.view',
    method: 'GET',
    path: '/api/media/{media_slug}/view',
    access: 'reader',
    summary: 'Get the images of a file for the viewer',
    description: 'Images and tiles have permanent URLs; regenerated ones get new URLs. They require a signed-in user.',
    noStore: true,
    params,
    response: mediaViewSchema,
    errors: [404],
  }),
  rebuild: defineOperation({
    id: 'media.rebuildPreviews',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/previews',
    access: 'curator',
    summary: 'Regenerate the previews of a file',
    description:
      'Also regenerates its tiles or pages, and its conversion for browsers. The worker generates them in the background; the previous ones stay until then.',
    params,
    status: 202,
    response: z.object({ state: previewStateSchema }),
    errors: [404, 415],
  }),
};
