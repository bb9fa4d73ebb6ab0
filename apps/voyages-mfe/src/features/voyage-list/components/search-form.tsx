import { Button, SearchField, useSearchText } from '@archive/ui';
import type { ReactNode } from 'react';

interface Props {
  q: string;
  onSearch(q: string): void;
  /** Rendered next to the buttons. */
  children?: ReactNode;
}

/** Search box. Applies on submit, so that results do not change while typing. */
export function SearchForm({ q, onSearch, children }: Props) {
  const { text, setText, latest, markSent } = useSearchText(q);
  const search = (query: string) => {
    setText(query);
    if (query === latest) return;
    markSent(query);
    onSearch(query);
  };
  return (
    <search className="min-w-0 flex-1 basis-80 lg:mt-6">
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
          onValueChange={setText}
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
