import { albumsQuery, voyagesQuery } from '@archive/api-client';
import type { VoyageListItem } from '@archive/contracts';
import { useDebouncedValue } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import type { UploadAlbum, UploadVoyage } from '@archive/shell-api';
import { Button, SearchField, Select, cx, formatDate } from '@archive/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

/** The voyage, and optionally its album, to which files are added. */
export interface UploadPlace {
  voyage: UploadVoyage | undefined;
  album: UploadAlbum | undefined;
}

export interface PlaceFieldsProps {
  place: UploadPlace;
  /** Whether the dialog was opened for this voyage, so that it can't be changed. */
  isVoyageFixed: boolean;
  /** Whether to offer the albums of the voyage. */
  hasAlbums: boolean;
  disabled: boolean;
  /** Called with the slug of the voyage's president or owner when a voyage is chosen. */
  onChange: (place: UploadPlace, president?: string | null) => void;
}

/** The voyage and the album of an upload. */
export function PlaceFields({
  place: { voyage, album },
  isVoyageFixed,
  hasAlbums,
  disabled,
  onChange,
}: PlaceFieldsProps) {
  const albums = useQuery({ ...albumsQuery(voyage?.voyage_slug ?? ''), enabled: voyage !== undefined });
  const remove = useRef<HTMLButtonElement>(null);
  const wasPicked = useRef(false);
  // Move focus, because the search field that had it is gone.
  useEffect(() => {
    if (wasPicked.current) remove.current?.focus();
    wasPicked.current = false;
  }, [voyage]);
  if (!voyage)
    return (
      <VoyageField
        disabled={disabled}
        onPick={({ voyage_slug, president_name, president_slug_from_voyage, title }) => {
          wasPicked.current = true;
          onChange({ voyage: { voyage_slug, president_name, title }, album: undefined }, president_slug_from_voyage);
        }}
      />
    );
  const choices = albums.data ?? (album ? [album] : []);
  return (
    <div className="flex flex-col gap-4">
      {(voyage.title !== undefined || !isVoyageFixed) && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1">
            <span className="block text-13 font-medium">Voyage</span>
            {voyage.title ?? voyage.voyage_slug}
          </span>
          {!isVoyageFixed && (
            <Button
              ref={remove}
              size="small"
              disabled={disabled}
              aria-label={`Remove the voyage ${voyage.title ?? ''}`}
              onClick={() => onChange({ voyage: undefined, album: undefined })}
            >
              Remove
            </Button>
          )}
        </p>
      )}
      {hasAlbums && choices.length > 0 && (
        <Select
          label="Album"
          disabled={disabled}
          options={[
            { value: '', label: 'No album' },
            ...choices.map(({ album_slug, title }) => ({ value: album_slug, label: title })),
          ]}
          value={album?.album_slug ?? ''}
          onChange={({ target }) => {
            const chosen = choices.find(({ album_slug }) => album_slug === target.value);
            onChange({ voyage, album: chosen && { album_slug: chosen.album_slug, title: chosen.title } });
          }}
        />
      )}
    </div>
  );
}

const MAX_RESULTS = 6;

interface VoyageFieldProps {
  disabled: boolean;
  onPick: (voyage: VoyageListItem) => void;
}

/** Combobox that finds a voyage by its text or date. */
function VoyageField({ disabled, onPick }: VoyageFieldProps) {
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
