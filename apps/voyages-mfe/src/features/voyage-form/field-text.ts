import { EDITABLE, type FieldName, type FormValues } from './values.ts';

const lines = (list: string[]): string => list.join('\n');

/** Readable text of a field's value; empty for none. */
export function fieldText(values: FormValues, name: FieldName): string {
  switch (name) {
    case 'attributes':
      return EDITABLE.filter((one) => values.attributes.includes(one.name))
        .map(({ filter }) => filter)
        .join(', ');
    case 'passengers':
      return lines(values.passengers.map(({ full_name, is_crew }) => (is_crew ? `${full_name} (crew)` : full_name)));
    case 'spin':
      return lines(values.spin.map(({ spin, source }) => (source ? `“${spin}” — ${source}` : `“${spin}”`)));
    case 'source_urls':
    case 'additional_sources':
      return lines(values[name].map(({ url, media_type }) => `${url} (${media_type})`));
    default:
      return values[name];
  }
}
