import { TextField, type TextFieldProps } from '@archive/ui';
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { isPartialDate, readDate } from '@archive/contracts/dates';
import { completeDate, dateProblem, type DateOptions } from './date-problem.ts';
import { completeTime, formatTime, timeProblem } from './read-time.ts';
import { applyMask, DATE, type Mask, TIME } from './input-mask.ts';

type TypedProps = Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'pattern'> & {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
};

/** How a kind of value is read and shown. */
interface Notation {
  mask: Mask;
  placeholder: string;
  /** The stored form of a readable text; any other text unchanged. */
  complete(text: string): string;
  /** Error message for input that cannot be stored. */
  problem(text: string): string | undefined;
  /** The value in words; empty while it cannot be read, or where words add nothing. */
  describe(value: string): string;
}

const dateNotation = (options: DateOptions): Notation => ({
  mask: DATE,
  placeholder: 'e.g., June 5, 1941',
  complete: (text) => completeDate(text, options),
  problem: (text) => dateProblem(text, options),
  describe: (value) => {
    const reading = readDate(value);
    if (reading.kind !== 'date') return '';
    const isShown = isPartialDate(reading.value) ? reading.text !== value : options.approximate;
    return isShown ? reading.text : '';
  },
});

const TIME_NOTATION: Notation = {
  mask: TIME,
  placeholder: 'e.g., 6:30 pm',
  complete: completeTime,
  problem: timeProblem,
  describe: formatTime,
};

type DateFieldProps = TypedProps &
  DateOptions & {
    /** Takes a typed range, such as "June 16–18, 1946". Without it, a range is an error. */
    onRange?: ((start: string, end: string) => void) | undefined;
  };

/**
 * A day, a month, or a year; with `approximate` also "c. 1947" or "summer 1946", which stay as typed. Digits get their hyphens while
 * typing; other notations are read on blur, Enter or paste. Shows how the date was understood, or an error as soon as an unreadable text
 * is left.
 */
export function DateField({ approximate, year, onRange, onBlur, onKeyDown, ...props }: DateFieldProps) {
  const takeRange = () => {
    const reading = onRange && readDate(props.value, { year });
    if (reading?.kind === 'range') onRange?.(reading.start, reading.end);
  };
  return (
    <TypedField
      notation={dateNotation({ approximate, year })}
      onBlur={(event) => {
        takeRange();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') takeRange();
        onKeyDown?.(event);
      }}
      {...props}
    />
  );
}

/** A 24-hour time that adds its colon while typing and reads other notations, such as "6:30 pm", as DateField does. */
export function TimeField(props: TypedProps) {
  return <TypedField notation={TIME_NOTATION} {...props} />;
}

function TypedField({
  notation,
  value,
  onChange,
  onBlur,
  onKeyDown,
  error,
  help,
  ...rest
}: TypedProps & { notation: Notation }) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(null);
  // An opened value counts as left: an unreadable one is flagged immediately.
  const [typing, setTyping] = useState(false);
  // The browser moves the caret to the end of a value that it did not write itself.
  useLayoutEffect(() => {
    if (caret.current === null || document.activeElement !== input.current) return;
    input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  const change = (text: string) => onChange({ target: { value: text } });
  const commit = () => {
    setTyping(false);
    const complete = notation.complete(value);
    if (complete !== value) change(complete);
  };
  return (
    <TextField
      ref={input}
      value={value}
      placeholder={notation.placeholder}
      autoComplete="off"
      className="tabular-nums"
      error={error ?? (typing ? undefined : notation.problem(value))}
      help={notation.describe(value) || help}
      onChange={({ target, nativeEvent }) => {
        const { inputType } = nativeEvent as InputEvent;
        const raw = { text: target.value, caret: target.selectionStart ?? target.value.length };
        const { text, caret: next } = applyMask(notation.mask, raw, value, inputType);
        const isPaste = inputType === 'insertFromPaste' || inputType === 'insertReplacementText';
        const read = isPaste ? notation.complete(text) : text;
        caret.current = read === text ? next : read.length;
        // React does not redraw an unchanged value, which would leave the browser's text and caret in place.
        if (read === value) {
          target.value = read;
          target.setSelectionRange(caret.current, caret.current);
        }
        setTyping(true);
        change(read);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Enter') commit();
        onKeyDown?.(event);
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        commit();
        onBlur?.(event);
      }}
      {...rest}
    />
  );
}
