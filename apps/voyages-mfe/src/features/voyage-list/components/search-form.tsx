import { Button, SearchField } from '@archive/ui';
import { useState } from 'react';

interface Props {
  q: string;
  onSearch(q: string): void;
}

/** Words to look for in the voyages: applied when asked, so that nobody's typing makes the page restless. */
export function SearchForm({ q, onSearch }: Props) {
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
    <search className="min-w-0 flex-1">
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
          fieldClassName="min-w-44 flex-1"
        />
        <Button type="submit" variant="primary">
          Apply Search
        </Button>
        <Button disabled={text === '' && q === ''} onClick={() => search('')}>
          Clear
        </Button>
      </form>
    </search>
  );
}
