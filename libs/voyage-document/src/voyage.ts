import { readCodes, type CodesLine } from './codes.ts';
import {
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
import type { VoyageContent } from './types.ts';
import { readDates } from './voyage-dates.ts';

export interface VoyageBlock {
  heading: string;
  headingLine: number;
  codes: readonly CodesLine[];
  /** The lines below the heading. */
  lines: readonly string[];
  section: number | null;
}

/**
 * Reads one voyage. All of it is read even after an error, so that a curator learns of everything at once.
 * `start_date` is null when the heading has no usable one.
 */
export function readVoyage(
  block: VoyageBlock,
  report: Report,
): Omit<VoyageContent, 'start_date'> & { start_date: string | null } {
  const { headingLine, heading, section, lines } = block;
  const dates = readDates(heading, headingLine, report);
  const { fields, codes: below } = readFields(lines, headingLine + 1, report);
  for (const { line } of below.slice(0, 1)) {
    report({
      line,
      field: 'Codes',
      severity: 'warning',
      message: 'These codes stand below the date; they were taken for this voyage.',
      suggestion: 'Put the line with the codes above the heading of its voyage.',
    });
  }
  const codes = readCodes([...block.codes, ...below], report);
  const places = readLocationField(fields, report);
  const [start_time, end_time] = readTimeField(fields, dates, report);
  return {
    section,
    ...dates,
    voyage_type: readTypeField(fields, report),
    start_time,
    end_time,
    ...places,
    ...readPassengerFields(fields, report),
    summary_markdown: readProse(fields, 'summary_markdown', report),
    additional_information: readProse(fields, 'additional_information', report),
    notes: readProse(fields, 'notes', report),
    notes_internal: readProse(fields, 'notes_internal', report),
    sources: readSourceFields(fields, 'sources', report),
    additional_sources: readSourceFields(fields, 'additional_sources', report),
    spins: readSpinFields(fields),
    ...codes,
  };
}
