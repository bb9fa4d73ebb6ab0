import { SearchField } from '@archive/ui';
import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

export interface SearchBoxProps {
  label: string;
  /** Defaults to the label. */
  placeholder?: string;
  /** The current query, from the URL. */
  value: string;
  /** Called with the trimmed query; an empty string clears the search. */
  onSearch: (q: string) => void;
  className?: string;
}

/** Searches when typing pauses, or immediately on Enter. */
export function SearchBox({ label, placeholder = label, value, onSearch, className }: SearchBoxProps) {
  const [typed, setTyped] = useState(value);
  const [lastValue, setKnown] = useState(value);
  if (lastValue !== value) {
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
