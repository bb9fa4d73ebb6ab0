import { endsBefore, isDay } from '@archive/contracts/dates';
import { completeDate, completeTime, dateProblem, dateValue, timeProblem } from '@archive/editing';
import { FIELDS, type FieldName, type FormValues, completedDates } from './values.ts';
import type { PendingFile } from './attachments.ts';

/** Error message by field. */
export type FieldErrors = Partial<Record<FieldName, string>>;

export const START_DATE_MISSING = 'Start date is required';

const APPROXIMATE = { approximate: true };
const DATES = ['start_date', 'end_date'] as const;
const TIMES = ['start_time', 'end_time'] as const;

/** The values with dates and times in the format that their fields show on blur. */
export function withCompletedDates(values: FormValues): FormValues {
  const complete = completedDates(values);
  for (const name of TIMES) complete[name] = completeTime(values[name]);
  return complete;
}

/** Client-side checks (SPEC section 5); the server repeats them all. */
export function validate(values: FormValues): FieldErrors {
  const { start_time, end_time } = values;
  const [start_date, end_date] = [dateValue(values.start_date), dateValue(values.end_date)];
  const errors: FieldErrors = {};
  if (start_date === '') errors.start_date = START_DATE_MISSING;
  for (const name of DATES) {
    const problem = dateProblem(values[name], APPROXIMATE);
    if (problem) errors[name] = problem;
  }
  for (const name of TIMES) {
    const problem = timeProblem(values[name]);
    if (problem) errors[name] = problem;
  }
  if (values.spin.some(({ spin, source }) => spin.trim() === '' && source?.trim()))
    errors.spin = 'A spin has a source but no quote. Enter the quote, or remove the spin.';
  if (errors.start_date || errors.end_date || errors.start_time || errors.end_time) return errors;

  const isOneDay = isDay(start_date) && (end_date === '' || end_date === start_date);
  if (end_date !== '' && endsBefore(end_date, start_date)) errors.end_date = 'The voyage ends before it starts.';
  else if (isOneDay && start_time !== '' && end_time !== '' && end_time < start_time)
    errors.end_time = 'The voyage ends before it starts. If it ended after midnight, enter the end date.';
  return errors;
}

/** Error messages for invalid dates of files to upload, by the section to which the files are attached. */
export function fileErrors(files: readonly PendingFile[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { name, category, date } of files) {
    const problem = dateProblem(completeDate(date, APPROXIMATE), APPROXIMATE);
    if (problem)
      errors[category === 'source' ? 'source_urls' : 'additional_sources'] ??= `Date for ${name}: ${problem}`;
  }
  return errors;
}

const ALIASES: Record<string, FieldName> = {
  spins: 'spin',
  origin: 'start_location',
  destination: 'end_location',
  new_passengers: 'passengers',
  new_president: 'president_slug_from_voyage',
};

/** Server errors by field; `rest` has the messages that belong to no field. */
export function serverErrors(errors: { path: string; message: string }[]): { fields: FieldErrors; rest: string[] } {
  const fields: FieldErrors = {};
  const rest: string[] = [];
  for (const { path, message } of errors) {
    const [head = ''] = path.split(/[./[]/).filter((part) => part !== '' && part !== 'body');
    const name = ALIASES[head] ?? FIELDS.find((field) => field === head);
    if (name) fields[name] ??= message;
    else rest.push(message);
  }
  return { fields, rest };
}
