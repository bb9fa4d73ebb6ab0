import { iiifOperations } from '../iiif.ts';
import { exampleOf } from './example.ts';
import { MEDIA_SLUG, VOYAGE_SLUG } from './records.ts';

const ORIGIN = 'https://archive.example.org';
const SERVICE = `${ORIGIN}/iiif/image/${MEDIA_SLUG}/1`;
const CANVAS = `${ORIGIN}/iiif/media/${MEDIA_SLUG}/canvas/1`;

const manifest = (path: string, title: string) => ({
  '@context': 'http://iiif.io/api/presentation/3/context.json' as const,
  id: `${ORIGIN}/iiif/${path}/manifest.json`,
  type: 'Manifest' as const,
  label: { en: [title] },
  items: [
    {
      id: CANVAS,
      type: 'Canvas' as const,
      label: { en: ['At the rail'] },
      width: 6000,
      height: 4000,
      items: [
        {
          id: `${CANVAS}/page`,
          type: 'AnnotationPage',
          items: [
            {
              id: `${CANVAS}/image`,
              type: 'Annotation',
              motivation: 'painting',
              body: {
                id: `${SERVICE}/full/max/0/default.jpg`,
                type: 'Image',
                format: 'image/jpeg',
                width: 4800,
                height: 3200,
                service: [{ id: SERVICE, type: 'ImageService3', profile: 'level2', width: 6000, height: 4000 }],
              },
              target: CANVAS,
            },
          ],
        },
      ],
    },
  ],
});

export const iiifExamples = [
  exampleOf(iiifOperations.imageInfo, {
    params: { media_slug: MEDIA_SLUG, page: '1' },
    response: {
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: SERVICE,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level2',
      width: 6000,
      height: 4000,
      maxWidth: 4800,
      sizes: [
        { width: 375, height: 250 },
        { width: 750, height: 500 },
        { width: 1500, height: 1000 },
        { width: 3000, height: 2000 },
      ],
      tiles: [{ width: 512, height: 512, scaleFactors: [1, 2, 4, 8, 16] }],
      rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
      extraQualities: ['color', 'gray', 'bitonal'],
      extraFormats: ['webp'],
      extraFeatures: ['canonicalLinkHeader', 'mirroring', 'profileLinkHeader', 'sizeUpscaling'],
    },
  }),
  exampleOf(iiifOperations.mediaManifest, {
    params: { media_slug: MEDIA_SLUG },
    response: manifest(`media/${MEDIA_SLUG}`, 'At the rail'),
  }),
  exampleOf(iiifOperations.albumManifest, {
    params: { album_slug: 'on-deck' },
    response: manifest('albums/on-deck', 'On deck'),
  }),
  exampleOf(iiifOperations.voyageManifest, {
    params: { voyage_slug: VOYAGE_SLUG },
    response: manifest(`voyages/${VOYAGE_SLUG}`, 'On the Potomac'),
  }),
];
