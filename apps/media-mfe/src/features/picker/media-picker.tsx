import { mediaQuery, messageOf } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { useDebouncedValue } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import type { MediaPickerProps } from '@archive/shell-api';
import {
  Button,
  cx,
  Dialog,
  FailedState,
  formatCount,
  formatNumber,
  pluralize,
  Loading,
  NoMatchesState,
  Notice,
  SearchField,
  Select,
  SkeletonBlock,
} from '@archive/ui';
import { useState } from 'react';
import { reasonOf } from '../reason.ts';
import { ChosenMedia } from './components/chosen-media.tsx';
import { MediaGrid } from './components/media-grid.tsx';

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
  // Stays while the search changes.
  const [selected, setSelected] = useState<readonly MediaItem[]>([]);
  const [adding, setAdding] = useState(false);
  const [failure, setFailure] = useState<string>();
  const q = useDebouncedValue(query.trim());
  const params = { ...(q ? { q } : {}), ...(type === 'all' ? {} : { media_type: type }), limit: LIMIT };
  const { data, error, refetch } = useQuery({ ...mediaQuery(params), placeholderData: keepPreviousData });
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
    if (error && !data)
      return (
        <FailedState
          title={`Error searching media: ${reasonOf(error, 'Failed to search media')}`}
          action={<Button onClick={() => void refetch()}>Retry</Button>}
        />
      );
    if (!data)
      return (
        <Loading label="Loading media..." className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {Array.from({ length: 6 }, (_, index) => (
            <SkeletonBlock key={index} className="h-44" />
          ))}
        </Loading>
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
