import { dateDigits, dateProblem } from '@archive/editing';
import { TextField } from '@archive/ui';
import { useState } from 'react';

interface Props {
  label: 'From' | 'To';
  value: string;
  onChange(value: string): void;
  className?: string;
}

const WHOLE = 10;

/**
 * One end of the range of dates: a day, a month or a year. Hyphens come by themselves; a whole day takes effect when its last digit
 * is typed, anything shorter with Enter or on leaving the field.
 */
export function DateFilter({ label, value, onChange, className }: Props) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [refused, setRefused] = useState<string>();
  if (known !== value) {
    setKnown(value);
    setText(value);
    setRefused(undefined);
  }

  const settle = (typed: string) => {
    const problem = dateProblem(typed);
    setRefused(problem);
    if (!problem && typed !== value) onChange(typed);
  };

  return (
    <TextField
      label={label}
      value={text}
      placeholder="YYYY-MM-DD"
      inputMode="numeric"
      autoComplete="off"
      maxLength={WHOLE}
      error={refused}
      fieldClassName={className}
      className="tabular-nums"
      onChange={({ target }) => {
        const atEnd = target.selectionStart === target.value.length;
        const typed = atEnd ? dateDigits(target.value) : target.value;
        setText(typed);
        if (typed.length === WHOLE || typed === '') settle(typed);
        else setRefused(undefined);
      }}
      onBlur={() => settle(text.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle(text.trim());
      }}
    />
  );
}
