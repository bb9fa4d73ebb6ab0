import { Button, SearchField } from '@archive/ui';
import { useState, type ReactNode } from 'react';

interface Props {
  q: string;
  onSearch(q: string): void;
  /** Stands in line with the buttons. */
  children?: ReactNode;
}

/** Words to look for in the voyages: applied when asked, so that nobody's typing makes the page restless. */
export function SearchForm({ q, onSearch, children }: Props) {
  const [text, setText] = useState(q);
  const [known, setKnown] = useState(q);
  if (known !== q) {
    setKnown(q);
    setText(q);
  }
  const search = (words: string) => {
    setText(words);
    if (words !== q) onSearch(words);
  };
  return (
    <search className="min-w-0 flex-1 basis-80">
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          search(text.trim());
        }}
      >
        <SearchField
          label="Search voyages"
          placeholder="Search voyages"
          value={text}
          onValue={setText}
          onClear={() => search('')}
          maxLength={200}
          fieldClassName="min-w-40 flex-1 max-sm:basis-full"
        />
        <Button type="submit" variant="primary" className="whitespace-nowrap max-sm:flex-1">
          Apply Search
        </Button>
        <Button className="max-sm:hidden" disabled={text === '' && q === ''} onClick={() => search('')}>
          Clear
        </Button>
        {children}
      </form>
    </search>
  );
}
