import { completeDate, DateField, dateProblem } from '@archive/editing';
import { useState } from 'react';

interface Props {
  label: 'From' | 'To';
  value: string;
  onChange(value: string): void;
  /** Why a valid date is rejected, as a sentence. */
  rejected?: (date: string) => string | undefined;
  className?: string;
}

const FULL_DATE_LENGTH = 10;

/**
 * One end of the date range: a day, a month or a year. A full date applies when its last digit is typed, any other text with Enter or
 * when the field loses focus.
 */
export function DateFilter({ label, value, onChange, rejected, className }: Props) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    setText(value);
  }
  const apply = (typed: string) => {
    if (!dateProblem(typed) && !rejected?.(typed) && typed !== value) onChange(typed);
  };
  return (
    <DateField
      label={label}
      value={text}
      error={(text.length === FULL_DATE_LENGTH ? dateProblem(text) : undefined) ?? rejected?.(completeDate(text))}
      fieldClassName={className}
      onChange={({ target }) => {
        setText(target.value);
        if (target.value.length === FULL_DATE_LENGTH || target.value === '') apply(target.value);
      }}
      onBlur={() => apply(completeDate(text))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(completeDate(text));
      }}
    />
  );
}
