import { SearchField } from '@archive/ui';
import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

export interface SearchBoxProps {
  label: string;
  /** The label, unless said. */
  placeholder?: string;
  /** What is searched for now, as the address says it. */
  value: string;
  /** Given the words without the blanks around them; an empty text searches for nothing any more. */
  onSearch: (q: string) => void;
  /** Where the box stands and how wide it is. */
  className?: string;
}

/** Searches a moment after the last keystroke, or at once on Enter. */
export function SearchBox({ label, placeholder = label, value, onSearch, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <SearchField
          label={label}
          placeholder={placeholder}
          maxLength={200}
          value={typed}
          onValue={setTyped}
          onClear={() => onSearch('')}
        />
      </form>
    </search>
  );
}
