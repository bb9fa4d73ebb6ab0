import { SearchField } from '@archive/ui';
import { useEffect, useState } from 'react';

const PAUSE_MS = 250;

/** Searches a moment after the last keystroke, or at once on Enter. `value` is what the address says. */
export function FolderSearch({ value, onSearch }: { value: string; onSearch: (q: string) => void }) {
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
    <search className="w-full sm:max-w-sm">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <SearchField
          label="Search this folder"
          placeholder="Search this folder"
          maxLength={200}
          value={typed}
          onValue={setTyped}
          onClear={() => onSearch('')}
        />
      </form>
    </search>
  );
}
