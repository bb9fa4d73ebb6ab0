import { completeDate, DateField, dateProblem, dateText, dateValue, yearOfDate } from '@archive/editing';
import { useState } from 'react';

interface Props {
  label: 'From' | 'To';
  /** A date in the stored format, possibly approximate. */
  value: string;
  /** The other end of the range. */
  other: string;
  onChange(value: string): void;
  /** Called with both ends when a range is typed and the other end is empty. */
  onRange(from: string, to: string): void;
  /** Returns why a valid date is rejected, as a sentence. */
  rejected?: (date: string) => string | undefined;
  className?: string;
}

const FULL_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * One end of the date range: any date that a voyage can have. A full date applies when its last digit is typed, any other text with Enter
 * or when the field loses focus.
 */
export function DateFilter({ label, value, other, onChange, onRange, rejected, className }: Props) {
  const options = { approximate: true, year: yearOfDate(other) };
  const valueOf = (typed: string) => dateValue(completeDate(typed, options));
  const [text, setText] = useState(() => dateText(value));
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    // Keep an approximate date as typed.
    if (valueOf(text) !== value) setText(dateText(value));
  }
  const apply = (typed: string) => {
    const next = valueOf(typed);
    if (!dateProblem(next, options) && !rejected?.(next) && next !== value) onChange(next);
  };
  return (
    <DateField
      label={label}
      {...options}
      value={text}
      error={(FULL_DATE.test(text) ? dateProblem(text) : undefined) ?? rejected?.(valueOf(text))}
      fieldClassName={className}
      onRange={other === '' ? onRange : undefined}
      onChange={({ target }) => {
        setText(target.value);
        if (FULL_DATE.test(target.value) || target.value === '') apply(target.value);
      }}
      onBlur={() => apply(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(text);
      }}
    />
  );
}
