import type { Field } from './fields.ts';
import { FIELD_LABELS, type FieldName, type PeopleGroup } from './labels.ts';
import { unescapeLine } from './lines.ts';
import { readPassengers, type PassengerList } from './passengers.ts';
import { readPlaces, type Places } from './places.ts';
import type { Report } from './problems.ts';
import { readSources } from './sources.ts';
import { readSpins } from './spins.ts';
import { excerpt, toSingleLine, paragraphs } from './texts.ts';
import { readTimes, type ReadTime } from './times.ts';
import { VOYAGE_TYPES, type PassengerRecord, type SourceRecord, type SpinRecord, type VoyageType } from './types.ts';
import type { VoyageDates } from './voyage-dates.ts';

/** The text of a field: its label line and the lines below, unescaped. */
function textOf({ first, following }: Field): string {
  return [first, ...following.map(unescapeLine)].join('\n');
}

function isEmpty(field: Field): boolean {
  return textOf(field).trim() === '';
}

/** The non-empty fields of one name. Repeated fields get a warning. */
function pick(fields: readonly Field[], name: FieldName, consequence: string, report: Report): Field[] {
  const found = fields.filter((field) => field.name === name && !isEmpty(field));
  for (const { line, group } of found.slice(1)) {
    if (group) continue;
    report({
      line,
      field: FIELD_LABELS[name],
      severity: 'warning',
      message: `“${FIELD_LABELS[name]}” appears twice in this voyage; ${consequence}.`,
    });
  }
  return found;
}

export function readTimeField(
  fields: readonly Field[],
  dates: VoyageDates,
  report: Report,
): [string | null, string | null] {
  const [field] = pick(fields, 'time', 'the first one was kept', report);
  if (!field) return [null, null];
  const { start, end } = readTimes(textOf(field));
  const check = (read: ReadTime | null): string | null => {
    if (!read || read.time !== null) return read?.time ?? null;
    const written = excerpt(read.written);
    report({
      line: field.line,
      field: 'Time',
      severity: read.impossible ? 'error' : 'warning',
      message: read.impossible
        ? `This isn’t a valid time: “${written}”.`
        : `The time “${written}” couldn’t be read, so it was skipped.`,
      suggestion: 'Use times from 00:00 to 23:59, such as “19:00” or “19:00 – 21:03”.',
    });
    return null;
  };
  const times: [string | null, string | null] = [check(start), check(end)];
  const [from, until] = times;
  const { start_date, end_date } = dates;
  if (from !== null && until !== null && until < from && start_date?.length === 10) {
    const sameDay = end_date === start_date;
    if (sameDay || end_date === null) {
      report({
        line: field.line,
        field: 'Time',
        severity: sameDay ? 'error' : 'warning',
        message: `The voyage ends (${until}) before it starts (${from}).`,
        suggestion: 'If it ended after midnight, add the next day, such as “## 1976-06-16 to 1976-06-17”.',
      });
    }
  }
  return times;
}

export function readLineField(fields: readonly Field[], name: FieldName, report: Report): string | null {
  const [field] = pick(fields, name, 'the first one was kept', report);
  return field ? toSingleLine(textOf(field)) : null;
}

export function readTypeField(fields: readonly Field[], report: Report): VoyageType | null {
  const [field] = pick(fields, 'voyage_type', 'the first one was kept', report);
  if (!field) return null;
  const written = textOf(field).trim();
  const type = VOYAGE_TYPES.find((one) => one === written.toLowerCase());
  if (type === undefined) {
    report({
      line: field.line,
      field: FIELD_LABELS.voyage_type,
      severity: 'warning',
      message: `“${excerpt(written)}” isn’t a voyage type, so it was skipped.`,
      suggestion: `Use one of ${VOYAGE_TYPES.join(', ')}.`,
    });
  }
  return type ?? null;
}

export function readLocationField(fields: readonly Field[], report: Report): Places {
  const [field] = pick(fields, 'location', 'the first one was kept', report);
  const { more, ...places } = readPlaces(field ? textOf(field) : '');
  if (field && more) {
    report({
      line: field.line,
      field: 'Location',
      severity: 'warning',
      message: 'More than two places are listed. Everything after the first is kept as the end location.',
      suggestion: 'List the start and the end, separated by a semicolon.',
    });
  }
  return places;
}

export function readProse(fields: readonly Field[], name: FieldName, report: Report): string | null {
  const texts = pick(fields, name, 'both texts were kept', report).map(textOf);
  return paragraphs(texts.map((text) => text.trim()).join('\n\n'));
}

export function readSourceFields(fields: readonly Field[], name: FieldName, report: Report): SourceRecord[] {
  const found = pick(fields, name, 'both lists were kept', report);
  return found.flatMap((field) => readSources(textOf(field).trim(), field.first === ''));
}

export function readPassengerFields(
  fields: readonly Field[],
  report: Report,
): { people: PassengerList; sentences: string[] } {
  const lists = pick(fields, 'passengers', 'both lists were kept', report).map((field) => {
    const text = textOf(field);
    const start = text.length - text.trimStart().length;
    const line = field.line + text.slice(0, start).split('\n').length - 1;
    const list = readPassengers(text.trim(), field.first === '', line, report);
    return { ...list, passengers: list.passengers.map((passenger) => inGroup(passenger, field.group ?? null)) };
  });
  const guests = lists.flatMap(({ additional_guests }) => additional_guests ?? []);
  const people = {
    passengers: lists.flatMap(({ passengers }) => passengers),
    additional_guests: guests.length === 0 ? null : guests.join(', '),
  };
  return { people, sentences: lists.flatMap(({ sentences }) => sentences) };
}

const ROLES = { captain: 'Captain', 'commanding officer': 'Commanding Officer', crew: null, guests: null } as const;

/** A person in the list of a label such as `Crew:` or `Captain:`. */
function inGroup(passenger: PassengerRecord, group: PeopleGroup | null): PassengerRecord {
  if (group === null || group === 'guests') return passenger;
  return { ...passenger, role: passenger.role ?? ROLES[group], is_crew: true };
}

export function readSpinFields(fields: readonly Field[]): SpinRecord[] {
  return fields
    .filter(({ name }) => name === 'spin')
    .flatMap(({ source, first, following }) => readSpins(source, first, following));
}
