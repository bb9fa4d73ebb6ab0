import type { President } from '@archive/contracts';
import { EDITABLE, NEW_OWNER, type FieldName, type FormPassenger, type FormValues } from './values.ts';

const lines = (list: string[]): string => list.join('\n');

/** "Adm. William D. Leahy, Chief of Staff (crew): Boarded at Quantico." */
function passengerText({ title, full_name, capacity_role, is_crew, notes }: FormPassenger): string {
  const name = [title, full_name].filter(Boolean).join(' ');
  const link = [name, capacity_role].filter(Boolean).join(', ');
  return `${link}${is_crew ? ' (crew)' : ''}${notes ? `: ${notes}` : ''}`;
}

/** Readable text of a field's value, with names instead of codes; empty for none. */
export function fieldText(values: FormValues, name: FieldName, presidents: readonly President[]): string {
  switch (name) {
    case 'attributes':
      return EDITABLE.filter((attributeLabels) => values.attributes.includes(attributeLabels.name))
        .map(({ filter }) => filter)
        .join(', ');
    case 'passengers':
      return lines(values.passengers.map(passengerText));
    case 'spin':
      return lines(values.spin.map(({ spin, source }) => (source ? `“${spin}” — ${source}` : `“${spin}”`)));
    case 'source_urls':
    case 'additional_sources':
      return lines(
        values[name].map(({ url, media_type }) => (media_type === 'unchecked' ? url : `${url} (${media_type})`)),
      );
    case 'president_slug_from_voyage':
      if (values[name] === NEW_OWNER) return values.new_president?.full_name ?? '';
      return presidents.find(({ president_slug }) => president_slug === values[name])?.full_name ?? values[name];
    case 'presidential_initials':
      return presidents.find(({ initials }) => initials === values[name])?.full_name ?? values[name];
    case 'voyage_type':
      return values[name].slice(0, 1).toUpperCase() + values[name].slice(1);
    default:
      return values[name];
  }
}
