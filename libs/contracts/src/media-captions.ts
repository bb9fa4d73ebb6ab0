import { z } from 'zod';
import { slugSchema, textSchema, requiredTextSchema } from './common.ts';
import { canonicalLanguage } from './format.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';

/** Maximum number of characters in a caption file, enough for hours of speech. */
export const MAX_CAPTION_CHARACTERS = 500_000;

const INVALID_LANGUAGE = 'Choose a language, as a code such as en or pt-BR.';

/** A BCP 47 code: `en`, `pt-BR`. */
export const languageSchema = z
  .string()
  .max(35, INVALID_LANGUAGE)
  .refine((code) => canonicalLanguage(code) !== undefined, INVALID_LANGUAGE)
  .transform((code) => canonicalLanguage(code) ?? code);

/** Captions of a video or recording in a language. */
export const mediaCaptionSchema = z.object({
  language: z.string(),
  label: z.string().meta({ description: 'Name in the menu of the player.' }),
  url: z.string().meta({ description: 'URL of the WebVTT file.' }),
});
export type MediaCaption = z.output<typeof mediaCaptionSchema>;

const cueSchema = z.object({
  start: z.number().meta({ description: 'Seconds.' }),
  text: z.string(),
});
export const transcriptSchema = z.object({ language: z.string(), label: z.string(), cues: z.array(cueSchema) });
export type Transcript = z.output<typeof transcriptSchema>;

const changeSchema = z.object({ media_slug: slugSchema, revision: z.number().int().nullable() });
const params = z.object({ media_slug: slugSchema, language: languageSchema });

export const mediaCaptionOperations = {
  get: defineOperation({
    id: 'media.captions',
    method: 'GET',
    path: '/api/media/{media_slug}/captions/{language}',
    access: 'reader',
    summary: 'Download the captions of a video or recording',
    description: 'The WebVTT file as uploaded. `media.view` lists the languages.',
    noStore: true,
    params,
    download: { 'text/vtt; charset=utf-8': 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nCast off!\n' },
    errors: [404],
  }),
  transcript: defineOperation({
    id: 'media.transcript',
    method: 'GET',
    path: '/api/media/{media_slug}/transcripts/{language}',
    access: 'reader',
    summary: 'Get captions as a transcript, without markup',
    description: 'The cues in order, as plain text with their times in seconds.',
    cacheable: true,
    params,
    response: transcriptSchema,
    errors: [404],
  }),
  set: defineOperation({
    id: 'media.setCaptions',
    method: 'PUT',
    path: '/api/curator/media/{media_slug}/captions/{language}',
    access: 'curator',
    summary: 'Add or replace the captions of a video or recording in a language',
    description:
      'The content is a valid WebVTT file. Creates a revision of the media record, unless the captions are the same.',
    params,
    bodyBytes: BODY_BYTES.bulk,
    body: z.object({
      label: requiredTextSchema(100, 'Enter a name for these captions.'),
      content: textSchema(MAX_CAPTION_CHARACTERS),
    }),
    response: changeSchema,
    errors: [404, 415],
  }),
  remove: defineOperation({
    id: 'media.removeCaptions',
    method: 'DELETE',
    path: '/api/curator/media/{media_slug}/captions/{language}',
    access: 'curator',
    summary: 'Remove the captions of a video or recording in a language',
    description: 'Creates a revision of the media record.',
    params,
    response: changeSchema,
    errors: [404],
  }),
};
