import { mediaCaptionOperations } from '../media-captions.ts';
import { exampleOf } from './example.ts';
import { MEDIA_SLUG } from './records.ts';

const params = { media_slug: MEDIA_SLUG, language: 'en' };

export const mediaCaptionExamples = [
  exampleOf(mediaCaptionOperations.get, { params }),
  exampleOf(mediaCaptionOperations.transcript, {
    params,
    response: { language: 'en', label: 'English', cues: [{ start: 1, text: 'Cast off!' }] },
  }),
  exampleOf(mediaCaptionOperations.set, {
    params,
    body: { label: 'English', content: 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nCast off!\n' },
    response: { media_slug: MEDIA_SLUG, revision: 5 },
  }),
  exampleOf(mediaCaptionOperations.remove, { params, response: { media_slug: MEDIA_SLUG, revision: 6 } }),
];
