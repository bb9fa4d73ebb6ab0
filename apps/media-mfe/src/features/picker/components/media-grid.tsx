import type { MediaItem } from '@archive/contracts';
import { formatDate, Thumbnail } from '@archive/ui';
import { Check } from '@archive/ui/icons';
import { plainText } from '@archive/ui/prose';
import { useRef, type KeyboardEvent } from 'react';
import { typeLabel } from '../../file-kinds.ts';
import { kindOfRecord, pictureOfRecord } from '../record-kind.ts';

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
export function MediaGrid({ items, selected, multiple, onChoose }: MediaGridProps) {
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
