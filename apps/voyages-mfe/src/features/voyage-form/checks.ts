import { dateProblem, isTime } from '@archive/editing';
import { FIELDS, type FieldName, type FormValues } from './values.ts';

/** What is wrong with each field, as a sentence. */
export type FieldErrors = Partial<Record<FieldName, string>>;

export const START_DATE_MISSING = 'Start date is required';
const TIME_HELP = 'Give a time as HH:MM, from 00:00 to 23:59.';

const lastDay = (date: string) => `${date}-99-99`.slice(0, 10);
const firstDay = (date: string) => `${date}-01-01`.slice(0, 10);

/** The rules that can be told without the server (SPEC section 5); it has the last word on all of them. */
export function errorsOf(values: FormValues): FieldErrors {
  const { start_date, end_date, start_time, end_time } = values;
  const errors: FieldErrors = {};
  if (start_date === '') errors.start_date = START_DATE_MISSING;
  for (const name of ['start_date', 'end_date'] as const) {
    const problem = dateProblem(values[name]);
    if (problem) errors[name] = problem;
  }
  for (const name of ['start_time', 'end_time'] as const)
    if (values[name] !== '' && !isTime(values[name])) errors[name] = TIME_HELP;
  if (errors.start_date || errors.end_date || errors.start_time || errors.end_time) return errors;

  const oneDay = start_date.length === 10 && (end_date === '' || end_date === start_date);
  if (end_date !== '' && lastDay(end_date) < firstDay(start_date))
    errors.end_date = 'The voyage ends before it starts.';
  else if (oneDay && start_time !== '' && end_time !== '' && end_time < start_time)
    errors.end_time = 'The voyage ends before it starts. When it ended after midnight, give the end date.';
  return errors;
}

const ALIASES: Record<string, FieldName> = { spins: 'spin', origin: 'start_location', destination: 'end_location' };

/** The server's refusals by field; `rest` is what no field of the form is about. */
export function refusedFields(errors: { path: string; message: string }[]): { fields: FieldErrors; rest: string[] } {
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
