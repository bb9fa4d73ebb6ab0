import { FIELDS, type FieldName, type FormPassenger, type FormValues } from './values.ts';

const plain = (text: string) => text.replaceAll('\r\n', '\n').trim();

const person = ({ person_slug, is_crew, capacity_role }: FormPassenger) => [person_slug, is_crew, capacity_role];

/** A field as it is compared: what a save would make no difference of is no difference. */
function comparable(values: FormValues, name: FieldName): string {
  if (name === 'attributes') return [...values.attributes].sort().join(',');
  if (name === 'passengers') return JSON.stringify(values.passengers.map(person));
  if (name === 'spin')
    return JSON.stringify(
      values.spin.filter(({ spin }) => spin.trim() !== '').map(({ spin, source }) => [plain(spin), source?.trim()]),
    );
  const value = values[name];
  return typeof value === 'string' ? plain(value) : JSON.stringify(value);
}

export const sameField = (a: FormValues, b: FormValues, name: FieldName): boolean =>
  comparable(a, name) === comparable(b, name);

/** The fields that differ, in the form's order. */
export const changedFields = (from: FormValues, to: FormValues): FieldName[] =>
  FIELDS.filter((name) => !sameField(from, to, name));

const withField = <N extends FieldName>(values: FormValues, name: N, value: FormValues[N]): FormValues => ({
  ...values,
  [name]: value,
});

/** Takes the named fields from `from`, the others from `values`. */
export const withFields = (values: FormValues, from: FormValues, names: readonly FieldName[]): FormValues =>
  names.reduce((merged, name) => withField(merged, name, from[name]), values);

/** One field in which a curator's text and the archive's differ. */
export interface Difference {
  name: FieldName;
  /** Both have changed it; otherwise only one has, and that one is proposed. */
  clash: boolean;
  proposed: 'mine' | 'theirs';
}

/** Where `mine` and `theirs`, both made from `base`, differ. */
export function differencesOf(base: FormValues, mine: FormValues, theirs: FormValues): Difference[] {
  return changedFields(theirs, mine).map((name) => {
    const touched = !sameField(base, mine, name);
    return { name, clash: touched && !sameField(base, theirs, name), proposed: touched ? 'mine' : 'theirs' };
  });
}
