import { TextField, type TextFieldProps } from '@archive/ui';
import { useLayoutEffect, useRef } from 'react';
import { DATE, retyped, TIME, wholeTime } from './typing.ts';

type TypedProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'pattern'> & {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
};

/** A day, a month or a year, which gets its hyphens while it is typed; other notations are understood when they are pasted. */
export function DateField(props: TypedProps) {
  return <TypedField pattern={DATE} length={10} placeholder="YYYY-MM-DD" {...props} />;
}

/** A time of 24 hours that writes its colon itself. */
export function TimeField(props: TypedProps) {
  return (
    <TypedField
      pattern={TIME}
      length={5}
      placeholder="HH:MM"
      onBlur={() => props.onChange({ target: { value: wholeTime(props.value) } })}
      {...props}
    />
  );
}

function TypedField({
  pattern,
  length,
  value,
  onChange,
  ...rest
}: TypedProps & { pattern: typeof DATE; length: number }) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(null);
  // The browser puts the caret at the end of a text that it did not write itself.
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <TextField
      ref={input}
      value={value}
      inputMode="numeric"
      autoComplete="off"
      className="tabular-nums"
      onChange={({ target, nativeEvent }) => {
        const { inputType } = nativeEvent as InputEvent;
        const raw = { text: target.value, caret: target.selectionStart ?? target.value.length };
        const next = retyped(pattern, raw, value, inputType);
        const text = next.text.slice(0, length);
        caret.current = Math.min(next.caret, text.length);
        // A change that comes to nothing is not drawn again by React, which leaves the caret where the browser had put it.
        if (text === value) {
          target.value = text;
          target.setSelectionRange(caret.current, caret.current);
        }
        onChange({ target: { value: text } });
      }}
      {...rest}
    />
  );
}
