import { memo, type FunctionComponent } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';
import type { FieldName, FormValues, TextName } from '../values.ts';

/** Form state that every section may use in addition to its own fields. */
const SHARED = ['base', 'stored', 'files', 'progress', 'saving'] as const;

/**
 * Memoizes a form section by its own fields, so that typing in one section does not re-render a hundred passengers. The form's
 * callbacks read the latest values, so stale props are safe.
 * @param typed text fields of the section, which re-render on their own while someone types
 */
export function memoByFields<P extends { form: VoyageFormState }>(
  Part: FunctionComponent<P>,
  names: readonly (keyof FormValues)[] | ((props: P) => readonly (keyof FormValues)[]),
  typed: readonly TextName[] = [],
) {
  return memo(Part, (before, after) => {
    const fields = typeof names === 'function' ? names(after) : names;
    return (
      SHARED.every((name) => before.form[name] === after.form[name]) &&
      typed.every((name) => before.form.errors[name] === after.form.errors[name]) &&
      fields.every(
        (name) =>
          before.form.values[name] === after.form.values[name] &&
          before.form.errors[name as FieldName] === after.form.errors[name as FieldName],
      )
    );
  });
}
