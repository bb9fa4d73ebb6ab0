import { TextField, type TextFieldProps } from '@archive/ui';
import { useTypedText, type TypingForm } from '../latest-values.ts';
import { FIELD_LABELS, type TextName } from '../values.ts';

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
