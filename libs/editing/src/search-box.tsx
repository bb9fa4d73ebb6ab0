import { SearchField, useSearchText } from '@archive/ui';
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
  const { text, setText, latest, markSent } = useSearchText(value);
  const search = (query: string) => {
    markSent(query);
    onSearch(query);
  };
  useEffect(() => {
    if (text.trim() === latest) return undefined;
    const timer = setTimeout(() => search(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search(text.trim());
        }}
      >
        <SearchField
          label={label}
          placeholder={placeholder}
          maxLength={200}
          value={text}
          onValueChange={setText}
          onClear={() => search('')}
        />
      </form>
    </search>
  );
}

/** The text, updated only after 250 ms without a change. */
export function useDebouncedValue(text: string): string {
  const [settledText, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settledText;
}
