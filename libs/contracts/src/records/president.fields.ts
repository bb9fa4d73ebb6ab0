import { z } from 'zod';
import { partialDateInputSchema, requiredPartialDateSchema } from '../common.ts';
import { defineFields, type FieldsWith, optional, text, type ValuesOf } from './field.ts';

/**
 * The president or owner record of a person (SPEC section 3). The form requires
 * the start of the term; a record created by an import may lack it.
 */
export const presidentFields = defineFields({
  party: text('Party or owner type', 100, { form: true, exported: true, public: true }),
  initials: text('Initials', 20, { exported: true }),
  term_start: {
    ...optional(
      {
        label: 'Term start',
        column: 'text',
        input: requiredPartialDateSchema('Please enter the start date of presidency/ownership'),
        output: z.string().nullable(),
        empty: null,
      },
      { form: true, exported: true, public: true },
    ),
    required: true,
  },
  term_end: optional(
    { label: 'Term end', column: 'text', input: partialDateInputSchema, output: z.string().nullable(), empty: null },
    { form: true, exported: true, public: true },
  ),
});

export type PresidentField = keyof typeof presidentFields;
export type PresidentValues = ValuesOf<typeof presidentFields>;
/** Fields of the president form, in addition to the person's fields. */
export type PresidentFormField = FieldsWith<typeof presidentFields, 'form'>;
