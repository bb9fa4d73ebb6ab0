import { EDITABLE, type FieldName, type FormPassenger, type FormValues } from './values.ts';

const lines = (list: string[]): string => list.join('\n');

/** "Adm. William D. Leahy, Chief of Staff (crew): Boarded at Quantico." */
function passengerText({ title, full_name, capacity_role, is_crew, notes }: FormPassenger): string {
  const name = [title, full_name].filter(Boolean).join(' ');
  const link = [name, capacity_role].filter(Boolean).join(', ');
  return `${link}${is_crew ? ' (crew)' : ''}${notes ? `: ${notes}` : ''}`;
}

/** Readable text of a field's value; empty for none. */
export function fieldText(values: FormValues, name: FieldName): string {
  switch (name) {
    case 'attributes':
      return EDITABLE.filter((one) => values.attributes.includes(one.name))
        .map(({ filter }) => filter)
        .join(', ');
    case 'passengers':
      return lines(values.passengers.map(passengerText));
    case 'spin':
      return lines(values.spin.map(({ spin, source }) => (source ? `“${spin}” — ${source}` : `“${spin}”`)));
    case 'source_urls':
    case 'additional_sources':
      return lines(values[name].map(({ url, media_type }) => `${url} (${media_type})`));
    default:
      return values[name];
  }
}
