import type { TrashItem } from '@archive/contracts';
import { SelectBox, type Selection } from '@archive/editing';
import { Button, formatCount, formatDateTime, formatFileSize, Thumbnail } from '@archive/ui';
import { kindOf } from '../stored-file.ts';

interface TrashRowProps {
  item: TrashItem;
  /** Undefined: for readers. */
  selection: Selection<TrashItem> | undefined;
  busy: boolean;
  onRestore: () => void;
  onDelete: () => void;
}

/** One deleted media item, with what can be done with it in Edit Mode. */
export function TrashRow({ item, selection, busy, onRestore, onDelete }: TrashRowProps) {
  const { media_slug, title, thumbnail_url, deleted_by, deleted_at, size } = item;
  const places = [...item.voyages, ...item.albums].map((place) => place.title);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4">
      <div className="relative h-24 w-32 shrink-0 overflow-hidden rounded">
        {selection && <SelectBox item={media_slug} name={title} selection={selection} />}
        <Thumbnail src={thumbnail_url} alt="" kind={kindOf({ type: item.content_type ?? '' })} />
      </div>
      <div className="min-w-0 flex-1 basis-48 space-y-0.5">
        <span className="block font-medium wrap-anywhere">{title}</span>
        <p className="text-13 text-faded">
          Deleted by {deleted_by} on {formatDateTime(deleted_at)}
        </p>
        <p className="text-13 text-faded tabular-nums">
          {[daysLeft(item), size !== null && formatFileSize(size)].filter(Boolean).join(' · ')}
        </p>
        {places.length > 0 && <p className="text-13 wrap-anywhere text-faded">Was in: {places.join(', ')}</p>}
      </div>
      {selection && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={busy} aria-label={`Restore: ${title}`} onClick={onRestore}>
            Restore
          </Button>
          <Button size="small" disabled={busy} aria-label={`Delete permanently: ${title}`} onClick={onDelete}>
            Delete permanently
          </Button>
        </div>
      )}
    </li>
  );
}

function daysLeft({ days_left: days }: TrashItem): string | null {
  if (days === null) return null;
  return days === 0 ? 'Will be deleted permanently today' : `${formatCount(days, 'day')} left`;
}
