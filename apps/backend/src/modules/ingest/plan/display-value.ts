import { formatDate, type Source, type Spin } from '@archive/contracts';
import type { FieldName, PassengerField, VoyageFields } from './voyage-fields.ts';

/** Full name of a person by slug. */
type NameOf = (slug: string) => string;

const lines = (values: readonly string[]) => (values.length > 0 ? values.join('\n') : null);

const passenger = ({ person, title, capacity_role, is_crew }: PassengerField, nameOf: NameOf) => {
  const remarks = [capacity_role, is_crew ? 'crew' : null].filter((item) => item !== null);
  const name = [title, nameOf(person)].filter((item) => item !== null).join(' ');
  return remarks.length > 0 ? `${name} (${remarks.join('; ')})` : name;
};

const source = ({ url, title }: Source) => (title === null ? url : `${title} – ${url}`);
const quote = ({ spin, source: from }: Spin) => (from === null ? `“${spin}”` : `“${spin}” – ${from}`);

/** Formats a value for display, lists with one entry per line; null for an empty value. */
export function displayValue<N extends FieldName>(name: N, value: VoyageFields[N], nameOf: NameOf): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') {
    if (name === 'start_date' || name === 'end_date') return formatDate(value);
    return name === 'president' ? nameOf(value) : value;
  }
  if (name === 'passengers')
    return lines((value as PassengerField[]).map((passengerField) => passenger(passengerField, nameOf)));
  if (name === 'spin') return lines((value as Spin[]).map(quote));
  return lines((value as Source[]).map(source));
}
