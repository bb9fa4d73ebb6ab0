import { z } from 'zod';
import { isPartialDate } from '../dates/index.ts';
import { requiredTextSchema, slugSchema } from '../common.ts';
import { defineFields, type FieldsWith, optional, required, text, type ValuesOf } from './field.ts';

/** An illustrated essay by curators. */
export const storyFields = defineFields({
  title: required('Title', requiredTextSchema(300, 'Enter a title'), z.string(), {
    search: 'A',
    listed: true,
    form: true,
    exported: true,
  }),
  /** What the story is about, in a sentence or two. */
  summary: text('Summary', 1000, { search: 'B', listed: true, form: true, exported: true }),
  /** The author line as it is shown, such as “Anna Weber and Carl Curator”. */
  author: text('Author', 300, { search: 'B', listed: true, form: true, exported: true }),
  /** Markdown. Records are embedded by links to their pages, and pictures by images with the address of their page. */
  body: text('Text', 200_000, { search: 'C', form: true, exported: true }),
  /** Slug of a media item that is an image. */
  cover: optional(
    {
      label: 'Cover picture',
      column: 'text',
      input: z.union([slugSchema, z.literal(''), z.null()]).transform((slug) => slug || null),
      output: slugSchema.nullable(),
      empty: null,
    },
    { form: true, exported: true },
  ),
  /** Without it, the story is a draft. */
  published_on: optional(
    {
      label: 'Published on',
      column: 'text',
      input: z
        .union([z.string(), z.null()])
        .transform((date) => date?.trim() || null)
        .refine(
          (date) => date === null || (date.length === 10 && isPartialDate(date)),
          'Enter a date that exists, as YYYY-MM-DD.',
        ),
      output: z.string().nullable(),
      empty: null,
    },
    { listed: true, form: true, exported: true },
  ),
});

export type StoryValues = ValuesOf<typeof storyFields>;
/** Fields that the story form edits. */
export type StoryFormField = FieldsWith<typeof storyFields, 'form'>;
