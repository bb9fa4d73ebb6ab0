import { readCodes, type CodesLine } from './codes.ts';
import {
  type AddToAdditionalInformation,
  readLineField,
  readLocationField,
  readPassengerFields,
  readProse,
  readSourceFields,
  readSpinFields,
  readTimeField,
  readTypeField,
} from './field-values.ts';
import { readFields } from './fields.ts';
import type { Report } from './problems.ts';
import { paragraphs } from './texts.ts';
import { mapTexts } from './text-fields.ts';
import { statedValuesOf } from './stated-values.ts';
import type { PassengerItems } from './passenger-item.ts';
import type { VoyageContent, StatedValues } from './types.ts';
import { readHeadingFields } from './voyage-dates.ts';
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

/**
 * Parses one voyage completely, even after an error, so that a curator sees all
 * problems at once. `start_date` is null if the heading has no valid date.
 */
export function readVoyage(
  block: VoyageBlock,
  report: Report,
): Omit<VoyageContent, 'start_date'> & { start_date: string | null; stated_values: StatedValues; groups?: string[] } {
  const { headingLine, heading, section, lines } = block;
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
  const codeLines = [...block.codes, ...(after ? [after] : []), ...fieldCodes];
  const codes = readCodes(codeLines, report);
  const extras: string[] = [];
  const keep: AddToAdditionalInformation = (text) => extras.push(text);
  const places = readLocationField(fields, report, keep);
  const [start_time, end_time] = readTimeField(fields, dates, report, keep);
  const { people, prose, groups } = readPassengerFields(fields, report, block.people);
  const texts = mapTexts((name) => readProse(fields, name, report));
  const sourceTexts = {
    start_date_written: readLineField(fields, 'start_date_written', report, keep) ?? dates.start_date_written,
    end_date_written: readLineField(fields, 'end_date_written', report, keep) ?? dates.end_date_written,
  };
  const voyage_type = readTypeField(fields, report, keep);
  const addedText = paragraphs([...added, ...extras, ...prose, block.footnotes.join('\n')].join('\n\n'));
  const information = paragraphs([texts.additional_information ?? '', addedText ?? ''].join('\n\n'));
  const content = {
    section,
    ...dates,
    ...sourceTexts,
    voyage_type,
    start_time,
    end_time,
    ...places,
    ...people,
    ...texts,
    additional_information: information,
    sources: readSourceFields(fields, 'sources', report),
    additional_sources: readSourceFields(fields, 'additional_sources', report),
    spins: readSpinFields(fields, report),
    ...codes,
  };
  const hasCodes = codeLines.some(({ isKnown }) => isKnown);
  const stated_values = statedValuesOf(content, fields, hasCodes, addedText);
  return { ...content, stated_values, ...(groups.length > 0 ? { groups } : {}) };
}
