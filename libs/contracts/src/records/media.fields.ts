import { z } from 'zod';
import { edtfDateInputSchema, requiredTextSchema } from '../common.ts';
import { mediaCategorySchema, mediaTypeSchema, rightsSchema } from '../media-fields.ts';
import { defineFields, type FieldsWith, optional, required, text, type ValuesOf } from './field.ts';
import { tagsInputSchema } from './inputs.ts';

/** The metadata of a media item (SPEC section 3). Properties of its file are not editable. */
export const mediaFields = defineFields({
  title: required('Title', requiredTextSchema(500, 'A media item needs a title.'), z.string(), {
    search: 'A',
    form: true,
    exported: true,
    public: true,
  }),
  media_type: required('Media type', mediaTypeSchema, mediaTypeSchema, { form: true, exported: true, public: true }),
  date: optional(
    { label: 'Date', column: 'text', input: edtfDateInputSchema, output: z.string().nullable(), empty: null },
    { search: 'C', date: true, form: true, exported: true, public: true },
  ),
  credit: text('Credit', 500, { search: 'B', form: true, exported: true, public: true }),
  description_markdown: text('Description', 100_000, { search: 'C', form: true, exported: true, public: true }),
  alt_text: text('Alternative text', 2000, { search: 'B', form: true, exported: true, public: true }),
  rights: optional(
    { label: 'Rights', column: 'text', input: rightsSchema, output: z.string().nullable(), empty: null },
    { form: true, exported: true, public: true },
  ),
  rights_note: text('Rights note', 2000, { search: 'C', form: true, exported: true, public: true }),
  creator: text('Creator', 500, { search: 'B', form: true, exported: true, public: true }),
  place: text('Place', 500, { search: 'B', form: true, exported: true, public: true }),
  identifier: text('Identifier', 200, { search: 'B', form: true, exported: true, public: true }),
  provenance: text('Provenance', 2000, { search: 'C', form: true, exported: true }),
  original_filename: text('Original file name', 255, { search: 'C', form: true, exported: true }),
  tags: optional(
    { label: 'Tags', column: 'text[]', input: tagsInputSchema, output: z.array(z.string()), empty: [] },
    { search: 'B', form: true, exported: true },
  ),
});

export type MediaField = keyof typeof mediaFields;
export type MediaValues = ValuesOf<typeof mediaFields>;
/** Fields that the media form edits. */
export type MediaFormField = FieldsWith<typeof mediaFields, 'form'>;

/** Fields of a media item's link to a voyage. */
export const mediaLinkFields = defineFields({
  media_category: {
    ...optional(
      {
        label: 'Category',
        column: 'text',
        input: mediaCategorySchema,
        output: mediaCategorySchema,
        empty: 'source',
      },
      { form: true },
    ),
  },
  notes: text('Notes', 10_000, {}),
});

export type MediaLinkValues = ValuesOf<typeof mediaLinkFields>;
