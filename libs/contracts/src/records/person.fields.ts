import { z } from 'zod';
import { requiredTextSchema, slugSchema } from '../common.ts';
import { defineFields, type FieldsWith, flag, optional, required, text, type ValuesOf } from './field.ts';
import { namesInputSchema, tagsInputSchema, urlInputSchema, yearInputSchema } from './inputs.ts';

const year = (label: string) =>
  optional(
    { label, column: 'integer', input: yearInputSchema, output: z.number().int().nullable(), empty: null },
    { listed: true, form: true, exported: true, public: true },
  );

/** The slug of a media item; null and blank are null. */
const portraitInputSchema = z.union([slugSchema, z.literal(''), z.null()]).transform((slug) => slug || null);

/** A person (SPEC section 3). */
export const personFields = defineFields({
  full_name: required('Full name', requiredTextSchema(300, 'Please enter a full name'), z.string(), {
    search: 'A',
    listed: true,
    form: true,
    exported: true,
    public: true,
  }),
  /** Null: filed as the rules for names propose. */
  filed_under: text('Filed under', 300, { form: true, exported: true, public: true }),
  /** Other names and spellings under which searches and imports find the person. */
  aliases: optional(
    {
      label: 'Also known as',
      column: 'text[]',
      input: namesInputSchema({ most: 50, characters: 300 }),
      output: z.array(z.string()),
      empty: [],
    },
    { search: 'A', form: true, exported: true, public: true },
  ),
  role_title: text('Role/Title', 300, { search: 'B', listed: true, form: true, exported: true, public: true }),
  organization: text('Organization', 300, { search: 'B', listed: true, form: true, exported: true, public: true }),
  birth_year: year('Birth year'),
  death_year: year('Death year'),
  wikipedia_url: optional(
    {
      label: 'Wikipedia',
      column: 'text',
      input: urlInputSchema,
      output: z.string().nullable(),
      empty: null,
    },
    { form: true, exported: true, public: true },
  ),
  /** Slug of a media item. Lists show the person's initials if the item has no thumbnail, and while it is deleted. */
  portrait: optional(
    { label: 'Portrait', column: 'text', input: portraitInputSchema, output: slugSchema.nullable(), empty: null },
    { exported: true, public: true },
  ),
  notes_internal: text('Internal notes', 100_000, { search: 'D', internal: true, form: true, exported: true }),
  tags: optional(
    { label: 'Tags', column: 'text[]', input: tagsInputSchema, output: z.array(z.string()), empty: [] },
    { search: 'C', form: true, exported: true },
  ),
});

export type PersonField = keyof typeof personFields;
export type PersonValues = ValuesOf<typeof personFields>;
/** Fields that the person form edits. */
export type PersonFormField = FieldsWith<typeof personFields, 'form'>;

/** A passenger of a voyage. Responses have `notes` as `voyage_notes` (SPEC section 3). */
export const passengerFields = defineFields({
  title: text('Rank or honorific', 300, { form: true, exported: true, public: true }),
  capacity_role: text('Role aboard', 300, { form: true, exported: true, public: true }),
  is_crew: flag('Crew', { form: true, exported: true, public: true }),
  notes: text('Note about this person on this voyage', 10_000, { form: true }),
});

export type PassengerValues = ValuesOf<typeof passengerFields>;
