import { TextField, type TextFieldProps } from '@archive/ui';
import { type FunctionComponent, type ReactNode, memo, useEffect, useId, useRef } from 'react';
import { type TypingForm, useTypedText } from '../latest-values.ts';
import type { VoyageFormState } from '../use-voyage-form.ts';
import { FIELD_LABELS, type FieldName, type FormValues, type TextName } from '../values.ts';

/** A group of fields under a heading. */
export function FormSection({ title, help, children }: { title: string; help?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4 border-t border-rule pt-6">
      <div>
        <h2 id={id} className="text-21">
          {title}
        </h2>
        {help && <p className="mt-0.5 text-13 text-faded">{help}</p>}
      </div>
      {children}
    </section>
  );
}

type Props = Omit<TextFieldProps, 'value' | 'error' | 'onChange' | 'label' | 'form'> & {
  form: TypingForm;
  name: TextName;
};

/** A line of text of the voyage. */
export function TypedTextField({ form, name, ...field }: Props) {
  return (
    <TextField
      id={`voyage-${name}`}
      label={FIELD_LABELS[name]}
      autoComplete="off"
      {...field}
      {...useTypedText(form, name)}
    />
  );
}

/** An announcement that takes focus on mount, for a form that replaces the focused element. */
export function FocusOnMount({ children }: { children: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  useEffect(() => paragraph.current?.focus(), []);
  return (
    <p ref={paragraph} tabIndex={-1} className="sr-only scroll-mt-20">
      {children}
    </p>
  );
}

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
