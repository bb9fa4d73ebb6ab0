import { readCodes, type CodesLine } from './codes.ts';
import {
  type AddToAdditionalInformation,
  readLineField,
  readOwnerField,
  readLocationField,
  readPassengerFields,
  readProse,
  readSourceFields,
  readSpinFields,
  readTimeField,
  readTypeField,
} from './field-values.ts';
import { type Field, readFields } from './fields.ts';
import type { Report } from './problems.ts';
import { paragraphs } from './texts.ts';
import { mapTexts } from './text-fields.ts';
import { statedValuesOf } from './stated-values.ts';
import type { PassengerItems } from './passenger-item.ts';
import type { OwnerSection, VoyageContent, StatedValues } from './types.ts';
import { type HeadingFields, readHeadingFields } from './voyage-dates.ts';
import type { DateOrder } from './voyage-heading.ts';

export interface VoyageBlock {
  heading: string;
  headingLine: number;
  codes: readonly CodesLine[];
  /** The lines below the heading. */
  lines: readonly string[];
  /** Content of the footnotes that the voyage refers to. */
  footnotes: readonly string[];
  section: number | null;
  order: DateOrder;
  people: PassengerItems;
}

/** What a voyage is made of: the heading, codes and fields of a document, or the cells of a row. */
export interface VoyageParts extends Pick<VoyageBlock, 'section' | 'people'> {
  dates: HeadingFields;
  codes: readonly CodesLine[];
  fields: readonly Field[];
  /** Texts for Additional Information. */
  added: readonly string[];
  /** Texts that come after what the fields can't hold. */
  notes?: readonly string[];
}

export type ReadVoyage = Omit<VoyageContent, 'start_date'> & {
  start_date: string | null;
  stated_values: StatedValues;
  groups?: string[];
  without_president?: true;
  /** The owner that the voyage states itself. */
  owner?: OwnerSection;
};

/**
 * Parses one voyage completely, even after an error, so that a curator sees all
 * problems at once. `start_date` is null if the heading has no valid date.
 */
export function readVoyage(block: VoyageBlock, report: Report): ReadVoyage {
  const { headingLine, heading, lines } = block;
  const { dates, codes: after } = readHeadingFields(heading, headingLine, report, block.order);
  const { fields, codes: fieldCodes, added } = readFields(lines, headingLine + 1, report);
  for (const { line } of fieldCodes.slice(0, 1)) {
    report({
      line,
      field: 'Codes',
      severity: 'warning',
      message: 'These codes are below the date. They were applied to the voyage.',
      suggestion: 'Put the codes above the voyage heading.',
    });
  }
  const codes = [...block.codes, ...(after ? [after] : []), ...fieldCodes];
  return composeVoyage({ ...block, dates, codes, fields, added, notes: block.footnotes }, report);
}

/** Reads the fields of a voyage. */
export function composeVoyage(parts: VoyageParts, report: Report): ReadVoyage {
  const { section, dates, fields } = parts;
  const codes = readCodes(parts.codes, report);
  const extras: string[] = [];
  const keep: AddToAdditionalInformation = (text) => extras.push(text);
  const places = readLocationField(fields, report, keep);
  const times = readTimeField(fields, dates, report, keep);
  const { people, prose, groups } = readPassengerFields(fields, report, parts.people);
  const texts = mapTexts((name) => readProse(fields, name, report));
  const sourceTexts = {
    start_date_written: readLineField(fields, 'start_date_written', report, keep) ?? dates.start_date_written,
    end_date_written: readLineField(fields, 'end_date_written', report, keep) ?? dates.end_date_written,
  };
  const voyage_type = readTypeField(fields, report, keep);
  const owner = readOwnerField(fields, report, keep);
  const notes = (parts.notes ?? []).join('\n');
  const addedText = paragraphs([...parts.added, ...extras, ...prose, notes].join('\n\n'));
  const information = paragraphs([texts.additional_information ?? '', addedText ?? ''].join('\n\n'));
  const content = {
    section,
    ...dates,
    ...sourceTexts,
    voyage_type,
    ...times,
    ...places,
    ...people,
    ...texts,
    additional_information: information,
    sources: readSourceFields(fields, 'sources', report),
    additional_sources: readSourceFields(fields, 'additional_sources', report),
    spins: readSpinFields(fields, report),
    ...codes,
  };
  const hasCodes = parts.codes.some(({ isKnown }) => isKnown);
  const stated_values = statedValuesOf(content, fields, hasCodes, addedText);
  return { ...content, stated_values, ...(groups.length > 0 ? { groups } : {}), ...owner };
}
