import '../../style.css';
import { mediaQuery, messageOf } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useDebouncedValue } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import type { MediaPickerProps } from '@archive/shell-api';
import { QueryState } from '@archive/shell-api';
import {
  Button,
  DefinitionList,
  Dialog,
  Loading,
  NoMatchesState,
  Notice,
  SearchField,
  Select,
  SkeletonBlock,
  Thumbnail,
  cx,
  formatCount,
  formatDate,
  formatNumber,
  pluralize,
} from '@archive/ui';
import { Check } from '@archive/ui/icons';
import { Prose, plainText } from '@archive/ui/prose';
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react';
import { kindOfRecord, pictureOfRecord, typeLabel } from '../stored-file.ts';
import { reasonOf } from '../texts.tsx';

/** SPEC section 9, Picker results. */
const LIMIT = 100;

const TYPES = [
  { value: 'all', label: 'All Types' },
  { value: 'image', label: 'Images' },
  { value: 'video', label: 'Videos' },
  { value: 'pdf', label: 'PDFs' },
  { value: 'document', label: 'Documents' },
] as const;
type TypeFilter = (typeof TYPES)[number]['value'];

const titleOf = ({ title }: MediaItem) => title || 'Untitled';
const includes = (list: readonly MediaItem[], { media_slug }: MediaItem) =>
  list.some((item) => item.media_slug === media_slug);
const without = (list: readonly MediaItem[], { media_slug }: MediaItem) =>
  list.filter((item) => item.media_slug !== media_slug);

/** Picks one or more media items from the library (SPEC section 2, Media picker dialog). Closing resets search and selection. */
export function MediaPicker({ open, ...rest }: MediaPickerProps) {
  return open ? <Picker {...rest} /> : null;
}

function Picker({
  excluded = [],
  action = 'Add to Voyage',
  imagesOnly = false,
  onSelect,
  onSelectMany,
  onClose,
}: Omit<MediaPickerProps, 'open'>) {
  const [query, setQuery] = useState('');
  const [type, setType] = useState<TypeFilter>(imagesOnly ? 'image' : 'all');
  // The selection stays when the search changes.
  const [selected, setSelected] = useState<readonly MediaItem[]>([]);
  const [adding, setAdding] = useState(false);
  const [failure, setFailure] = useState<string>();
  const q = useDebouncedValue(query.trim());
  const params = { ...(q ? { q } : {}), ...(type === 'all' ? {} : { media_type: type }), limit: LIMIT };
  const search = useQuery({ ...mediaQuery(params), placeholderData: keepPreviousData });
  const { data } = search;
  const items = data?.items.filter(({ media_slug }) => !excluded.includes(media_slug)) ?? [];
  const hasMore = (data?.total ?? 0) > LIMIT;

  const last = selected.at(-1);
  const unselected = onSelectMany ? items.filter((item) => !includes(selected, item)) : [];

  const choose = (item: MediaItem) => {
    if (!onSelectMany) setSelected([item]);
    else setSelected(includes(selected, item) ? without(selected, item) : [...selected, item]);
  };
  const add = async () => {
    if (!last || adding) return;
    setFailure(undefined);
    setAdding(true);
    try {
      await (onSelectMany ? onSelectMany([...selected]) : onSelect(last));
      onClose();
    } catch (reason) {
      const what = selected.length === 1 ? `“${titleOf(last)}”` : formatCount(selected.length, 'item');
      setFailure(`${what} ${pluralize(selected.length, 'was', 'were')} not added. ${messageOf(reason)}`);
      setAdding(false);
    }
  };

  const renderResults = () => {
    if (!data)
      return (
        <QueryState
          query={search}
          failed={() => `Error searching media: ${reasonOf(search.error, 'Failed to search media')}`}
          loading={
            <Loading label="Loading media..." className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {Array.from({ length: 6 }, (_, index) => (
                <SkeletonBlock key={index} className="h-44" />
              ))}
            </Loading>
          }
        />
      );
    if (items.length === 0)
      return (
        <NoMatchesState
          title="No media found"
          action={
            (query !== '' || (type !== 'all' && !imagesOnly)) && (
              <Button
                onClick={() => {
                  setQuery('');
                  if (!imagesOnly) setType('all');
                }}
              >
                {imagesOnly ? 'Show all images' : 'Show all media'}
              </Button>
            )
          }
        />
      );
    return <MediaGrid items={items} selected={selected} multiple={onSelectMany !== undefined} onChoose={choose} />;
  };

  return (
    <Dialog
      open
      size="large"
      title="Select Media from Explorer"
      onOpenChange={(open) => !open && onClose()}
      footer={
        <>
          {onSelectMany && (
            <output className="mr-auto self-center text-15 text-faded tabular-nums">
              {formatNumber(selected.length)} selected
            </output>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!last} busy={adding} onClick={() => void add()}>
            {action}
          </Button>
        </>
      }
    >
      {failure && (
        <Notice announce tone="error" className="mb-4">
          {failure}
        </Notice>
      )}
      <div className="mb-4 grid gap-3 sm:grid-cols-[1fr_12rem]">
        <SearchField
          label="Search media"
          placeholder="Search by title or description..."
          value={query}
          onValueChange={setQuery}
        />
        <Select
          label="Type"
          hideLabel
          options={imagesOnly ? TYPES.filter(({ value }) => value === 'image') : TYPES}
          value={type}
          onChange={({ target }) => setType(target.value as TypeFilter)}
        />
      </div>
      {onSelectMany && (
        <div className="mb-4 flex flex-wrap gap-2">
          <Button
            size="small"
            disabled={unselected.length === 0}
            onClick={() => setSelected([...selected, ...unselected])}
          >
            Select all shown
          </Button>
          <Button size="small" disabled={!last} onClick={() => setSelected([])}>
            Clear selection
          </Button>
        </div>
      )}
      <div className={last ? 'grid items-start gap-4 md:grid-cols-[1fr_17rem]' : ''}>
        {last && (
          <div className={cx('md:sticky md:top-0 md:order-2', onSelectMany && 'max-md:hidden')}>
            <ChosenMedia media={last} />
          </div>
        )}
        <div className="min-w-0">
          {renderResults()}
          {hasMore && (
            <p className="mt-3 text-13 text-faded">
              Showing the newest {LIMIT} of {data && formatNumber(data.total)}. Search to find others.
            </p>
          )}
        </div>
      </div>
    </Dialog>
  );
}

interface MediaGridProps {
  items: MediaItem[];
  selected: readonly MediaItem[];
  /** Whether to use checkboxes instead of radio buttons. */
  multiple: boolean;
  /** Called with the chosen item or, in a grid of checkboxes, the item that was checked or unchecked. */
  onChoose: (media: MediaItem) => void;
}

/**
 * Grid of media. Left and right move by one, up and down by a row. With radio
 * buttons, moving also chooses the item; with checkboxes, the space bar checks it.
 */
function MediaGrid({ items, selected, multiple, onChoose }: MediaGridProps) {
  const grid = useRef<HTMLUListElement>(null);
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const cells = [...(grid.current?.children ?? [])].filter((cell) => cell instanceof HTMLElement);
    const columns = cells.filter(({ offsetTop }) => offsetTop === cells[0]?.offsetTop).length;
    const offset = {
      ArrowUp: -columns,
      ArrowDown: columns,
      // With radio buttons, the browser handles the left and right keys.
      ...(multiple ? { ArrowLeft: -1, ArrowRight: 1 } : {}),
    }[event.key];
    if (offset === undefined) return;
    event.preventDefault();
    const next = cells.findIndex((cell) => cell.contains(event.currentTarget)) + offset;
    const media = items[next];
    if (!media) return;
    cells[next]?.querySelector('input')?.focus();
    if (!multiple) onChoose(media);
  };
  return (
    <fieldset>
      <legend className="sr-only">Media</legend>
      <ul ref={grid} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {items.map((media) => (
          <li key={media.media_slug} className="min-w-0">
            <label className="relative flex h-full cursor-pointer flex-col gap-2 rounded border border-rule bg-leaf p-2 transition-colors hover:bg-wash has-checked:border-brass has-checked:bg-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass">
              <input
                type={multiple ? 'checkbox' : 'radio'}
                name="media"
                className="peer sr-only"
                checked={selected.some(({ media_slug }) => media_slug === media.media_slug)}
                onChange={() => onChoose(media)}
                onKeyDown={handleKeyDown}
              />
              {multiple && (
                <span
                  aria-hidden
                  className="absolute top-3 left-3 grid size-6 place-items-center rounded border border-rule bg-leaf text-transparent peer-checked:border-navy peer-checked:bg-navy peer-checked:text-leaf"
                >
                  <Check className="size-4" />
                </span>
              )}
              <span className="block h-28">
                <Thumbnail src={pictureOfRecord(media)} alt="" kind={kindOfRecord(media)} />
              </span>
              <span className="min-w-0 text-13 leading-[1.125rem]">
                <span className="block font-medium [overflow-wrap:anywhere]">{media.title || 'Untitled'}</span>
                <span className="block text-faded">
                  {[typeLabel(media.media_type), media.date && formatDate(media.date), media.credit]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                {media.description_markdown && (
                  <span className="line-clamp-2 text-faded">{plainText(media.description_markdown)}</span>
                )}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** Details of the selected item. */
function ChosenMedia({ media }: { media: MediaItem }) {
  return (
    <section aria-label="Selected media" className="flex flex-col gap-3 rounded border border-rule bg-paper p-4">
      <div className="h-40 max-md:hidden">
        <Thumbnail src={pictureOfRecord(media)} alt={media.alt_text ?? ''} kind={kindOfRecord(media)} fit="contain" />
      </div>
      <h3 className="text-17 [overflow-wrap:anywhere]">{media.title || 'Untitled'}</h3>
      <DefinitionList
        items={[
          { term: 'Type', detail: typeLabel(media.media_type) },
          { term: 'Date', detail: media.date && formatDate(media.date) },
          { term: 'Credit', detail: media.credit },
          { term: 'Tags', detail: media.tags.join(', ') || null },
        ]}
      />
      {media.description_markdown && <Prose>{media.description_markdown}</Prose>}
    </section>
  );
}

/** Exposed to other micro-frontends, as `./media-picker`. */
export const component: ComponentType<MediaPickerProps> = MediaPicker;
