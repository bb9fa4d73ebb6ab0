import { z } from 'zod';
import { searchQuery, slugSchema, textSchema, wholeNumberQuery } from './common.ts';
import { BODY_BYTES, defineOperation } from './operation.ts';
import { excerptSchema } from './search.ts';

/** Maximum number of pages whose text is extracted from a file. A Word document is split into parts instead of pages. */
export const MAX_TEXT_PAGES = 500;

/** Whether the text of a file has been extracted; `none` for a file without text, such as a photograph. */
export const FILE_TEXT_STATES = ['waiting', 'ready', 'none', 'failed'] as const;

const textPageSchema = z.object({
  page: z.number().int(),
  text: z.string().meta({ description: 'What is searched and shown: the correction, or else what was read.' }),
  marked: excerptSchema.meta({ description: 'The same with the matches of `q` marked.' }),
  read_text: z.string().meta({ description: 'What was read from the file.' }),
  corrected: z.boolean(),
  confidence: z.number().int().nullable().meta({
    description: 'Percent, of text that was recognized in an image; null for text that the file has itself.',
  }),
});

export const fileTextSchema = z.object({
  media_slug: slugSchema,
  title: z.string(),
  url: z.string().nullable(),
  media_type: z.string(),
  content_type: z.string().nullable(),
  picture_url: z.string().nullable(),
  state: z.enum(FILE_TEXT_STATES).nullable().meta({ description: 'Null for a file whose text can’t be read.' }),
  error: z.string().nullable(),
  pages: z.number().int().meta({ description: 'Number of pages; parts for a Word document.' }),
  pages_read: z.number().int(),
  matches: z.array(z.number().int()).meta({ description: 'Pages that contain the words of `q`.' }),
  page: textPageSchema.nullable(),
});
export type FileText = z.output<typeof fileTextSchema>;

const params = z.object({ media_slug: slugSchema });
const pageText = textSchema(100_000);

export const fileTextOperations = {
  get: defineOperation({
    id: 'media.text',
    method: 'GET',
    path: '/api/media/{media_slug}/text',
    access: 'reader',
    summary: 'Get the text of a file, one page at a time',
    description:
      'Text that a PDF or Word document has itself, or that was recognized on a scan or photograph. Without `page`, the first page that matches `q`.',
    noStore: true,
    params,
    query: z.strictObject({ page: wholeNumberQuery(1, MAX_TEXT_PAGES).optional(), q: searchQuery.optional() }),
    response: fileTextSchema,
    errors: [404],
  }),
  correct: defineOperation({
    id: 'media.correctText',
    method: 'PUT',
    path: '/api/curator/media/{media_slug}/text/{page}',
    access: 'curator',
    summary: 'Correct the text of a page',
    description:
      'Null returns to the text that was read from the file. A correction is a change of the media record, with a revision, and stays when the file is read again. Returns 409 if the text differs from `previous`.',
    bodyBytes: BODY_BYTES.record,
    params: params.extend({ page: wholeNumberQuery(1, MAX_TEXT_PAGES) }),
    body: z.object({ text: pageText.nullable(), previous: pageText }),
    response: z.object({ media_slug: slugSchema, revision: z.number().int().nullable() }),
    errors: [404, 409],
  }),
  read: defineOperation({
    id: 'media.readText',
    method: 'POST',
    path: '/api/curator/media/{media_slug}/text/read',
    access: 'curator',
    summary: 'Read the text of a file again',
    description: 'The worker reads it in the background. Corrections stay.',
    params,
    status: 202,
    response: z.object({ state: z.enum(FILE_TEXT_STATES) }),
    errors: [404, 415],
  }),
};
