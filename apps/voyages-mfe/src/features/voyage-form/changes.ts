import { FIELDS, type FieldName, type FormPassenger, type FormValues } from './values.ts';

const normalize = (text: string) => text.replaceAll('\r\n', '\n').trim();

const passengerKey = ({ person_slug, title, capacity_role, is_crew, notes }: FormPassenger) => [
  person_slug,
  title,
  capacity_role,
  is_crew,
  notes,
];

/** Text of a field for comparison, ignoring differences that saving would drop. */
function comparableText(values: FormValues, name: FieldName): string {
  if (name === 'attributes') return [...values.attributes].sort().join(',');
  if (name === 'passengers') return JSON.stringify(values.passengers.map(passengerKey));
  if (name === 'spin')
    return JSON.stringify(
      values.spin
        .map(({ spin, source }) => [normalize(spin), source?.trim() ?? ''])
        .filter((texts) => texts.some((text) => text !== '')),
    );
  const value = values[name];
  return typeof value === 'string' ? normalize(value) : JSON.stringify(value);
}

/** Cached comparable texts of lists, which are never mutated. Without it, typing in another field would format a hundred people again. */
const formatted = new WeakMap<object, Partial<Record<FieldName, string>>>();

function cachedText(values: FormValues, name: FieldName): string {
  const value = values[name];
  if (typeof value !== 'object' || value === null) return comparableText(values, name);
  const texts = formatted.get(value) ?? {};
  formatted.set(value, texts);
  return (texts[name] ??= comparableText(values, name));
}

export const sameField = (a: FormValues, b: FormValues, name: FieldName): boolean =>
  a[name] === b[name] || cachedText(a, name) === cachedText(b, name);

/** Changed fields in form order. */
export const changedFields = (from: FormValues, to: FormValues): FieldName[] =>
  FIELDS.filter((name) => !sameField(from, to, name));

const withField = <N extends FieldName>(values: FormValues, name: N, value: FormValues[N]): FormValues => ({
  ...values,
  [name]: value,
});

/** Copies `values`, with the named fields taken from `from`. */
export const withFields = (values: FormValues, from: FormValues, names: readonly FieldName[]): FormValues =>
  names.reduce((merged, name) => withField(merged, name, from[name]), values);

/** A field where the curator's value and the saved value differ. */
export interface Difference {
  name: FieldName;
  /** Whether both sides changed the field; otherwise the changed value is proposed. */
  bothChanged: boolean;
  proposed: 'mine' | 'theirs';
}

/** Differences between `mine` and `theirs`, both based on `base`. */
export function differencesOf(base: FormValues, mine: FormValues, theirs: FormValues): Difference[] {
  return changedFields(theirs, mine).map((name) => {
    const isTouched = !sameField(base, mine, name);
    return { name, bothChanged: isTouched && !sameField(base, theirs, name), proposed: isTouched ? 'mine' : 'theirs' };
  });
}
