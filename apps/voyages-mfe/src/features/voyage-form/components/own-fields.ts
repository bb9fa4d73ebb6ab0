import { memo, type FunctionComponent } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';
import type { FieldName } from '../values.ts';

/** What of the form's state any part may show, beside its own fields. */
const SHARED = ['base', 'stored', 'files', 'progress', 'saving'] as const;

/**
 * A part of the form that is drawn again only when something of its own changes: whoever types a long text does not wait for a
 * hundred passengers. What the form lends to be called works on its latest values.
 */
export function ownFields<P extends { form: VoyageFormState }>(
  Part: FunctionComponent<P>,
  names: readonly FieldName[] | ((props: P) => readonly FieldName[]),
) {
  return memo(Part, (before, after) => {
    const own = typeof names === 'function' ? names(after) : names;
    return (
      SHARED.every((name) => before.form[name] === after.form[name]) &&
      own.every(
        (name) =>
          before.form.values[name] === after.form.values[name] && before.form.errors[name] === after.form.errors[name],
      )
    );
  });
}
