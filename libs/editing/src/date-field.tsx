import { TextField, type TextFieldProps } from '@archive/ui';
import { useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { dateDigits } from './dates.ts';

type DateFieldProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
};

/** A date that gets its hyphens while it is typed; the caret stays behind the digit it was behind. */
export function DateField({ onChange, value, ...rest }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const typed = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const before = target.value.slice(0, target.selectionStart ?? target.value.length);
    caret.current = dateDigits(before).length;
    onChange({ target: { value: dateDigits(target.value) } });
  };
  return (
    <TextField
      {...rest}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      placeholder="YYYY-MM-DD"
      value={value}
      onChange={typed}
    />
  );
}
