import { z } from 'zod';
import { edtfDateInputSchema, requiredEdtfDateSchema, timeInputSchema } from '../common.ts';
import {
  sourceSchema,
  sourcesInputSchema,
  spinSchema,
  spinsInputSchema,
  voyageTypeInputSchema,
  voyageTypeSchema,
} from '../voyage-fields.ts';
import { defineFields, type FieldsWith, flag, optional, required, text, type ValuesOf } from './field.ts';

const date = (label: string) =>
  optional(
    { label, column: 'text', input: edtfDateInputSchema, output: z.string().nullable(), empty: null },
    { search: 'A', date: true, listed: true, form: true, exported: true, public: true },
  );

/** The text that an approximate date was parsed from. An update of only the date clears it. */
const writtenDate = (label: string) => text(label, 200, { search: 'A', listed: true, exported: true, public: true });

const time = (label: string) =>
  optional(
    { label, column: 'text', input: timeInputSchema, output: z.string().nullable(), empty: null },
    { listed: true, form: true, exported: true, public: true },
  );

const sources = (label: string) =>
  optional(
    { label, column: 'jsonb', input: sourcesInputSchema, output: z.array(sourceSchema), empty: [] },
    { search: 'D', form: true, public: true },
  );

/** Markdown of any length, with its own label in the curators' document. */
const markdown = <const L extends string>(label: string, documentLabel: L) =>
  text(label, 100_000, { search: 'C', form: true, exported: true, documentLabel });

/** A boolean attribute. Searches find a voyage that has it by the words of the label. */
const attribute = (label: string) =>
  flag(label, { search: 'C', listed: true, form: true, exported: true, public: true });

/** A voyage (SPEC section 3). `has_photo`, `has_video` and the instants are computed by the database. */
export const voyageFields = defineFields({
  title: {
    ...text('Title', 500, { search: 'A', listed: true, form: true, exported: true, public: true }),
    output: z.string(),
    empty: '',
  },
  start_date: required('Start date', requiredEdtfDateSchema('Start date is required'), z.string(), {
    search: 'A',
    date: true,
    listed: true,
    form: true,
    exported: true,
    public: true,
  }),
  start_date_written: writtenDate('Start date as written'),
  end_date: date('End date'),
  end_date_written: writtenDate('End date as written'),
  start_time: time('Start time'),
  end_time: time('End time'),
  start_location: text('Start location', 500, { search: 'B', listed: true, form: true, exported: true, public: true }),
  end_location: text('End location', 500, { search: 'B', listed: true, form: true, exported: true, public: true }),
  voyage_type: optional(
    {
      label: 'Voyage type',
      column: 'text',
      input: voyageTypeInputSchema,
      output: voyageTypeSchema.nullable(),
      empty: null,
    },
    { search: 'B', listed: true, form: true, exported: true, public: true },
  ),
  presidential_initials: text('President aboard', 20, { search: 'B', form: true, exported: true, public: true }),
  royalty_details: text('Royalty details', 1000, { search: 'B', form: true, exported: true, public: true }),
  foreign_leader_country: text('Foreign leader’s country', 1000, {
    search: 'B',
    form: true,
    exported: true,
    public: true,
  }),
  additional_guests: text('Other guests', 2000, { search: 'B', form: true, exported: true, public: true }),
  summary_markdown: { ...markdown('Summary', 'Summary'), public: true },
  additional_information: { ...markdown('Additional information', 'Additional Information'), public: true },
  notes: markdown('Notes', 'Notes'),
  notes_internal: text('Curator notes', 100_000, {
    search: 'D',
    internal: true,
    form: true,
    exported: true,
    documentLabel: 'Curator Notes',
  }),
  original_markdown: text('Original text', 200_000, {}),
  spin: optional(
    { label: 'Spins', column: 'jsonb', input: spinsInputSchema, output: z.array(spinSchema), empty: [] },
    { search: 'D', form: true, public: true },
  ),
  source_urls: sources('Sources'),
  additional_sources: sources('Additional sources'),
  presidential_use: attribute('Presidential Use'),
  has_royalty: attribute('Royalty Present'),
  has_foreign_leader: attribute('Foreign Leader Present'),
  mention_camp_david: attribute('Camp David'),
  mention_mount_vernon: attribute('Mount Vernon'),
  mention_captain: attribute('Captain'),
  mention_crew: attribute('Crew'),
  mention_rmd: attribute('Restoration/Maintenance/Damage'),
  mention_yacht_spin: attribute('Yacht Spin'),
  mention_menu: attribute('Menu Info'),
  mention_drinks_wine: attribute('Drinks/Wine'),
});

export type VoyageField = keyof typeof voyageFields;
export type VoyageValues = ValuesOf<typeof voyageFields>;
/** Fields that the voyage form edits. */
export type VoyageFormField = FieldsWith<typeof voyageFields, 'form'>;
/** Markdown fields. */
export type VoyageTextField = FieldsWith<typeof voyageFields, 'documentLabel'>;
/** Their labels in the curators' document. */
export type VoyageDocumentLabels = { [K in VoyageTextField]: (typeof voyageFields)[K]['documentLabel'] };
