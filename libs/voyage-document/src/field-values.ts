import { formatDate } from './dates.ts';
import type { Field } from './fields.ts';
import { FIELD_LABELS, type FieldName, type PeopleGroup } from './field-names.ts';
import { unescapeLine } from './lines.ts';
import { readStatedOwner } from './owner-heading.ts';
import type { PassengerItems } from './passenger-item.ts';
import { readPassengers, type PassengerList } from './passengers.ts';
import { readOnePlace, readPlaces, type Places } from './places.ts';
import type { Report } from './problems.ts';
import { readSources } from './sources.ts';
import { readSpins } from './spins.ts';
import type { PairHalf } from './synonyms.ts';
import { excerpt, toSingleLine, paragraphs } from './texts.ts';
import { readSeparateTimes, readTimes, type ReadTime } from './times.ts';
import {
  VOYAGE_TYPES,
  type OwnerSection,
  type PassengerRecord,
  type SourceRecord,
  type SpinRecord,
  type VoyageType,
} from './types.ts';
import type { HeadingFields } from './voyage-dates.ts';

/** The text of a field, unescaped: the rest of its label line and the lines below. */
function textOf({ first, following }: Field): string {
  return [first, ...following.map(unescapeLine)].join('\n');
}

function isEmpty(field: Field): boolean {
  return textOf(field).trim() === '';
}

/** Adds text that doesn't fit its field to Additional Information. */
export type AddToAdditionalInformation = (text: string) => void;

const withLabel = ({ label }: Pick<Field, 'label'>, text: string) => `${label}: ${text.trim()}`;

/** The first non-empty field, for fields that take a single value. Any others are added to Additional Information. */
function pickFirst(fields: readonly Field[], report: Report, keep: AddToAdditionalInformation): Field | undefined {
  const [first, ...otherFields] = fields.filter((field) => !isEmpty(field));
  for (const otherField of otherFields) {
    keep(withLabel(otherField, textOf(otherField)));
    report({
      line: otherField.line,
      field: FIELD_LABELS[otherField.name],
      severity: 'warning',
      message: `“${FIELD_LABELS[otherField.name]}” appears twice in the voyage. The first one is used, and the other is kept in Additional Information.`,
    });
  }
  return first;
}

const fieldsOf = (fields: readonly Field[], name: FieldName) => fields.filter((field) => field.name === name);

/** The non-empty fields with a given name. Warns if there is more than one. */
function pick(fields: readonly Field[], name: FieldName, consequence: string, report: Report): Field[] {
  const matches = fields.filter((field) => field.name === name && !isEmpty(field));
  for (const { line, group } of matches.slice(1)) {
    if (group) continue;
    report({
      line,
      field: FIELD_LABELS[name],
      severity: 'warning',
      message: `“${FIELD_LABELS[name]}” appears twice in the voyage; ${consequence}.`,
    });
  }
  return matches;
}

/** A field with start and end, in one line or under separate labels: `Departed: 5:15 PM`. */
interface RangeField {
  combined: Field | undefined;
  start: Field | undefined;
  end: Field | undefined;
}

function pickRangeField(fields: readonly Field[], report: Report, keep: AddToAdditionalInformation): RangeField {
  const part = (label: PairHalf | null) =>
    pickFirst(
      fields.filter((field) => (field.part ?? null) === label),
      report,
      keep,
    );
  return { combined: part(null), start: part('start'), end: part('end') };
}

/**
 * Keeps a separate start or end as text if the combined field already has that value. The dummy field makes `pickFirst` treat it as a
 * duplicate.
 */
function keepRepeated(repeated: (Field | false | undefined)[], report: Report, keep: AddToAdditionalInformation): void {
  for (const field of repeated) if (field) pickFirst([{ ...field, first: 'x' }, field], report, keep);
}

const DAY = 24 * 60 * 60 * 1000;
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10);

/** Reads the times of a voyage. One that ends at 24:00 ends at 00:00 of the next day. */
export function readTimeField(
  fields: readonly Field[],
  { start_date, end_date }: HeadingFields,
  report: Report,
  keep: AddToAdditionalInformation,
): { start_time: string | null; end_time: string | null; end_date: string | null } {
  const range = pickRangeField(fieldsOf(fields, 'time'), report, keep);
  const combined = readTimes(range.combined ? textOf(range.combined) : '');
  keepRepeated([combined.start !== null && range.start, combined.end !== null && range.end], report, keep);
  const separate = readSeparateTimes(range.start ? textOf(range.start) : null, range.end ? textOf(range.end) : null);
  const startField = combined.start ? range.combined : range.start;
  const endField = combined.end ? range.combined : range.end;
  const lastDay = end_date ?? start_date;
  const check = (read: ReadTime | null, field: Field | undefined, canEndDay: boolean): string | null => {
    if (!read || !field) return null;
    if (read.time !== null && (!read.isEndOfDay || canEndDay)) return read.time;
    const sourceText = excerpt(read.written);
    keep(withLabel(field, read.written));
    report({
      line: field.line,
      field: 'Time',
      severity: 'warning',
      message: `“${sourceText}” isn’t a time. It’s kept in Additional Information.`,
      suggestion: 'Use times from 00:00 to 23:59, such as “19:00” or “19:00 – 21:03”.',
    });
    return null;
  };
  const [startTime, endTime] = [combined.start ?? separate.start, combined.end ?? separate.end];
  const from = check(startTime, startField, false);
  const until = check(endTime, endField, lastDay?.length === 10);
  if (endTime?.isEndOfDay && endField && until !== null && lastDay !== null) {
    const nextDay = dayAfter(lastDay);
    report({
      line: endField.line,
      field: 'Time',
      severity: 'warning',
      message: `“${excerpt(endTime.written)}” is read as 00:00 on ${formatDate(nextDay)}.`,
    });
    return { start_time: from, end_time: until, end_date: nextDay };
  }
  const field = range.combined ?? range.end ?? range.start;
  if (field && from !== null && until !== null && until < from && start_date?.length === 10) {
    const isSameDay = end_date === start_date;
    if (isSameDay || end_date === null) {
      const ends = `The voyage ends (${until}) before it starts (${from}).`;
      report({
        line: field.line,
        field: 'Time',
        severity: 'warning',
        message: isSameDay ? `${ends} The end is kept in Additional Information.` : ends,
        suggestion: 'If it ended after midnight, add the next day, such as “## 1976-06-16 to 1976-06-17”.',
      });
    }
    if (isSameDay) {
      keep(`End Time: ${endTime?.written ?? until}`);
      return { start_time: from, end_time: null, end_date };
    }
  }
  return { start_time: from, end_time: until, end_date };
}

export function readLineField(
  fields: readonly Field[],
  name: FieldName,
  report: Report,
  keep: AddToAdditionalInformation,
): string | null {
  const field = pickFirst(fieldsOf(fields, name), report, keep);
  return field ? toSingleLine(textOf(field)) : null;
}

/** The owner that the voyage states; `without_president` if it states that there is none. */
export function readOwnerField(
  fields: readonly Field[],
  report: Report,
  keep: AddToAdditionalInformation,
): { owner?: OwnerSection; without_president?: true } {
  const field = pickFirst(fieldsOf(fields, 'owner'), report, keep);
  const owner = field && readStatedOwner(field.label, textOf(field));
  if (!field || !owner) return {};
  const { kind, name, term_start, term_end, isNone } = owner;
  if (isNone) return { without_president: true };
  return { owner: { kind, name, term_start, term_end, line: field.line, in_voyage: true } };
}

export function readTypeField(
  fields: readonly Field[],
  report: Report,
  keep: AddToAdditionalInformation,
): VoyageType | null {
  const field = pickFirst(fieldsOf(fields, 'voyage_type'), report, keep);
  if (!field) return null;
  const sourceText = textOf(field).trim();
  const type = VOYAGE_TYPES.find((voyageType) => voyageType === sourceText.toLowerCase());
  if (type === undefined) {
    keep(withLabel(field, sourceText));
    report({
      line: field.line,
      field: FIELD_LABELS.voyage_type,
      severity: 'warning',
      message: `“${excerpt(sourceText)}” isn’t a voyage type. It’s kept in Additional Information.`,
      suggestion: `Use one of ${VOYAGE_TYPES.join(', ')}.`,
    });
  }
  return type ?? null;
}

export function readLocationField(fields: readonly Field[], report: Report, keep: AddToAdditionalInformation): Places {
  const { combined: field, start, end } = pickRangeField(fieldsOf(fields, 'location'), report, keep);
  const { hasExtraPlaces, ...combined } = readPlaces(field ? textOf(field) : '');
  keepRepeated([combined.start_location !== null && start, combined.end_location !== null && end], report, keep);
  const separate = (item: Field | undefined) => readOnePlace(item ? textOf(item) : '');
  const [from, to] = [separate(start), separate(end)];
  if (field && hasExtraPlaces) {
    report({
      line: field.line,
      field: 'Location',
      severity: 'warning',
      message: 'More than two places are listed. Everything after the first is kept as the end location.',
      suggestion: 'List the start and the end, separated by a semicolon.',
    });
  }
  return {
    start_location: combined.start_location ?? from.start_location,
    start_location_markdown: combined.start_location ? combined.start_location_markdown : from.start_location_markdown,
    end_location: combined.end_location ?? to.start_location,
    end_location_markdown: combined.end_location ? combined.end_location_markdown : to.start_location_markdown,
  };
}

export function readProse(fields: readonly Field[], name: FieldName, report: Report): string | null {
  const texts = pick(fields, name, 'both are kept', report).map(textOf);
  return paragraphs(texts.map((text) => text.trim()).join('\n\n'));
}

export function readSourceFields(fields: readonly Field[], name: FieldName, report: Report): SourceRecord[] {
  const value = pick(fields, name, 'both lists are kept', report);
  return value.flatMap((field) => readSources(textOf(field).trim(), field.first === ''));
}

export function readPassengerFields(
  fields: readonly Field[],
  report: Report,
  knownItems: PassengerItems,
): { people: PassengerList; prose: string[]; groups: string[] } {
  const lists = pick(fields, 'passengers', 'both lists are kept', report).map((field) => {
    const text = textOf(field);
    const start = text.length - text.trimStart().length;
    const line = field.line + text.slice(0, start).split('\n').length - 1;
    const list = readPassengers(text.trim(), field.first === '', line, report, knownItems);
    return { ...list, passengers: list.passengers.map((passenger) => withGroup(passenger, field.group ?? null)) };
  });
  const guests = lists.flatMap(({ additional_guests }) => additional_guests ?? []);
  const people = {
    passengers: lists.flatMap(({ passengers }) => passengers),
    additional_guests: guests.length === 0 ? null : guests.join(', '),
  };
  return {
    people,
    prose: lists.flatMap(({ prose }) => prose),
    groups: lists.flatMap(({ groups }) => groups),
  };
}

const ROLES = { captain: 'Captain', 'commanding officer': 'Commanding Officer', crew: null, guests: null } as const;

/** Adds what the label of a list, such as `Crew:` or `Captain:`, says about a person in it. */
function withGroup(passenger: PassengerRecord, group: PeopleGroup | null): PassengerRecord {
  if (group === null || group === 'guests') return passenger;
  return { ...passenger, role: passenger.role ?? ROLES[group], is_crew: true };
}

export function readSpinFields(fields: readonly Field[], report: Report): SpinRecord[] {
  return fields
    .filter(({ name }) => name === 'spin')
    .flatMap(({ source, first, following, line }) => {
      const spins = readSpins(source, first, following);
      if (spins.length === 0 && source !== null)
        report({
          line,
          field: FIELD_LABELS.spin,
          severity: 'warning',
          message: `No quotes follow “${excerpt(source, 300)}”, so it’s skipped.`,
        });
      return spins;
    });
}
