import { voyagesQuery } from '@archive/api-client';
import type { VoyageListItem } from '@archive/contracts';
import { useDebouncedValue } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import { cx, formatDate, SearchField } from '@archive/ui';
import { useId, useState, type KeyboardEvent } from 'react';

const MAX_RESULTS = 6;

interface VoyageFieldProps {
  disabled: boolean;
  onPick: (voyage: VoyageListItem) => void;
}

/** Combobox that finds a voyage by its text or date. */
export function VoyageField({ disabled, onPick }: VoyageFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [activeIndex, setActiveIndex] = useState(0);
  const searched = useDebouncedValue(text.trim());
  const isOpen = text.trim().length > 1;
  const search = useQuery({
    ...voyagesQuery({ q: searched, limit: MAX_RESULTS }),
    enabled: searched.length > 1,
    placeholderData: keepPreviousData,
  });
  const matches = isOpen && searched.length > 1 ? (search.data?.items ?? []) : [];
  const isUpToDate = !search.isFetching && searched === text.trim();

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isOpen || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setActiveIndex(Math.min(activeIndex + 1, Math.max(0, matches.length - 1)));
    else if (event.key === 'ArrowUp') setActiveIndex(Math.max(activeIndex - 1, 0));
    else if (event.key !== 'Enter') return;
    else if (isUpToDate && matches[activeIndex]) onPick(matches[activeIndex]);
    // Otherwise, Enter would submit the upload form.
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div role="presentation" onKeyDown={handleKeyDown}>
      <SearchField
        label="Voyage"
        hideLabel={false}
        placeholder="Title, place, or date"
        help="Optional. Links the files to a voyage."
        value={text}
        disabled={disabled}
        onValueChange={(value) => {
          setText(value);
          setActiveIndex(0);
        }}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot show dates beside titles
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={matches.length > 0 ? `${id}-${activeIndex}` : undefined}
      />
      <div
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        role="listbox"
        aria-label="Voyages found"
        hidden={!isOpen || matches.length === 0}
        className="mt-1 max-h-60 overflow-y-auto rounded border border-rule bg-leaf py-1"
      >
        {matches.map((voyage, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox handles the keys
          <div
            key={voyage.voyage_slug}
            id={`${id}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            role="option"
            tabIndex={-1}
            aria-selected={index === activeIndex}
            className={cx('cursor-pointer px-3 py-2 hover:bg-wash', index === activeIndex && 'bg-wash')}
            onClick={() => onPick(voyage)}
          >
            {voyage.title}
            <span className="block text-13 text-faded tabular-nums">
              {[formatDate(voyage.start_date), voyage.president_name].filter(Boolean).join(' · ')}
            </span>
          </div>
        ))}
      </div>
      <output className="text-13 text-faded">
        {isOpen && isUpToDate && !search.isError && matches.length === 0 && 'No voyages found.'}
        {isOpen && search.isError && 'Can’t search voyages right now.'}
      </output>
    </div>
  );
}
