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

/** How a field parses and displays its kind of value: dates or times. */
interface Notation {
  mask: Mask;
  placeholder: string;
  /** Converts text that can be parsed to the form in which it is stored; returns any other text unchanged. */
  complete(text: string): string;
  /** Error message for input that cannot be stored. */
  problem(text: string): string | undefined;
  /** The value in words; empty if it can't be parsed, or if the words add nothing. */
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
  placeholder: 'e.g., 6:30 PM',
  complete: completeTime,
  problem: timeProblem,
  describe: formatTime,
};

type DateFieldProps = TypedProps &
  DateOptions & {
    /** Called with a typed range, such as "June 16–18, 1946". Without this callback, a range is an error. */
    onRange?: ((start: string, end: string) => void) | undefined;
  };

/**
 * A field for a day, a month, or a year; with `approximate` also "c. 1947" or "summer 1946",
 * which stay as typed. Inserts hyphens while digits are typed; parses other notations on blur,
 * Enter or paste. Shows how the date was understood or, once the field loses focus, an error.
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

/** A field for a 24-hour time. Inserts the colon while digits are typed and, like DateField, parses other notations, such as "6:30 pm". */
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
  // Not typing initially, so that an invalid value is marked as soon as the form opens.
  const [typing, setTyping] = useState(false);
  // The browser moves the caret to the end when a script sets the value.
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
        // React doesn't re-render an unchanged value, so reset the browser's text and caret here.
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
