import type { MediaItem } from '@archive/contracts';
import { Button, IconButton, cx, formatCount } from '@archive/ui';
import { ArrowLeft, ArrowRight, X } from '@archive/ui/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { SelectBox, type Selection, useSelection } from '../selection.tsx';
import { DROP_MARK, type DropSide, useDragOrder } from './use-drag-order.ts';

const slugOf = ({ media_slug }: MediaItem) => media_slug;

export interface OrderedMediaProps {
  album: { album_slug: string; title: string; media: MediaItem[] };
  /** The word for the album on screen: "album" or "collection". */
  noun: string;
  /** The text of the buttons that remove media, if it isn't "Remove from" the album. */
  removeText?: string;
  /** Renders the thumbnail of an item. The thumbnail itself must not be draggable. */
  children: (item: MediaItem) => ReactNode;
  /** Changes the order. `announce` returns the text that announces the change to screen readers. */
  onMove(next: (current: MediaItem[]) => MediaItem[], announce: (current: MediaItem[]) => string): void;
  /** May resolve to false if the items were not removed. They then stay selected. */
  onRemove(items: readonly MediaItem[]): void | Promise<boolean>;
  /** Text below the title of an item. */
  details?(item: MediaItem): ReactNode;
  /** Further buttons of an item. */
  actions?(item: MediaItem): ReactNode;
  /** Shown over the full width instead of an item, such as its form. */
  form?(item: MediaItem): ReactNode;
  /** Further actions on selected items. */
  selectedActions?(items: readonly MediaItem[], clear: () => void): ReactNode;
  /** Lists with the same group take each other's items; `onDropOther` is called with the slug of the item. */
  group?: string;
  onDropOther?(dragged: string, target: string, side: DropSide): void;
}

/**
 * The media of an album or a voyage: reordered by dragging or with buttons, singly or as a selection. With Shift, a checkbox selects a range.
 */
export function OrderedMedia({
  album: { album_slug, title, media },
  noun,
  removeText,
  children,
  onMove,
  onRemove,
  details,
  actions,
  form,
  selectedActions,
  group = album_slug,
  onDropOther,
}: OrderedMediaProps) {
  const selection = useSelection(media, slugOf);
  const isSelectable = media.length > 1 || selectedActions !== undefined;
  const list = useRef<HTMLUListElement>(null);
  const removed = useRef<number>(undefined);
  // The pressed button no longer exists, so move focus to the item that is now at its position.
  useEffect(() => {
    const removedIndex = removed.current;
    removed.current = undefined;
    if (removedIndex === undefined || document.activeElement !== document.body) return;
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
    const next = buttons[Math.min(removedIndex, buttons.length - 1)];
    (next ?? list.current)?.focus();
  }, [media]);

  // Looks the position up in the latest list, because buttons can be pressed faster than the page renders.
  const moveItems = (items: readonly MediaItem[], placeIn: (current: readonly MediaItem[]) => number) => {
    const slugs = new Set(items.map(slugOf));
    const isMoved = (item: MediaItem) => slugs.has(item.media_slug);
    const [firstItem] = items;
    const subject = items.length === 1 && firstItem ? firstItem.title : formatCount(items.length, 'item');
    onMove(
      (current) => moveTo(current, isMoved, Math.max(0, placeIn(current))),
      (current) => `${subject} moved to position ${current.findIndex(isMoved) + 1}.`,
    );
  };
  const placeOf = (current: readonly MediaItem[], slug: string) =>
    current.findIndex(({ media_slug }) => media_slug === slug);
  const drop = (dragged: string, target: string, side: DropSide) => {
    const item = media.find(({ media_slug }) => media_slug === dragged);
    if (!item) {
      onDropOther?.(dragged, target, side);
      return;
    }
    const together = selection.has(dragged) ? selection.items : [item];
    moveItems(together, (current) => placeOf(current, target) + (side === 'before' ? 0 : 1));
  };
  const remove = async (items: readonly MediaItem[]) => {
    const [firstItem] = items;
    removed.current = firstItem && media.indexOf(firstItem);
    if ((await onRemove(items)) === false) removed.current = undefined;
    else selection.clear();
  };

  return (
    <>
      {isSelectable && (
        <SelectedBar
          title={title}
          removeText={removeText ?? `Remove from ${noun}`}
          count={media.length}
          selection={selection}
          move={moveItems}
          remove={(items) => void remove(items)}
          actions={selectedActions}
        />
      )}
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={`Media of ${title}`}
        className={cx(
          'grid gap-x-3 gap-y-4 empty:hidden',
          actions
            ? 'grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))]'
            : 'grid-cols-[repeat(auto-fill,minmax(7.25rem,1fr))]',
        )}
      >
        {media.map((item, index) => {
          const shownForm = form?.(item);
          if (shownForm)
            return (
              <li key={item.media_slug} className="col-span-full">
                {shownForm}
              </li>
            );
          return (
            <Item
              key={item.media_slug}
              list={group}
              item={item}
              thumbnail={children(item)}
              details={details?.(item)}
              actions={actions?.(item)}
              removeLabel={removeText ? `${removeText}: ${item.title}` : `Remove ${item.title} from the ${noun}`}
              selection={isSelectable ? selection : undefined}
              onDrop={(dragged, side) => drop(dragged, item.media_slug, side)}
              onEarlier={
                index > 0 ? () => moveItems([item], (current) => placeOf(current, item.media_slug) - 1) : undefined
              }
              onLater={
                index < media.length - 1
                  ? () => moveItems([item], (current) => placeOf(current, item.media_slug) + 2)
                  : undefined
              }
              onRemove={() => void remove([item])}
            />
          );
        })}
      </ul>
    </>
  );
}

interface BarProps {
  title: string;
  removeText: string;
  count: number;
  selection: Selection<MediaItem>;
  move(items: readonly MediaItem[], placeIn: (current: readonly MediaItem[]) => number): void;
  remove(items: readonly MediaItem[]): void;
  actions: OrderedMediaProps['selectedActions'];
}

/** Actions on multiple selected items. */
function SelectedBar({ title, removeText, count, selection, move, remove, actions }: BarProps) {
  const { items, all, clear } = selection;
  const isEmpty = items.length === 0;
  return (
    <fieldset aria-label={`Selected media of ${title}`} className="flex flex-wrap items-center gap-2 print:hidden">
      <output className="mr-auto text-13 text-faded tabular-nums">
        {isEmpty ? 'Drag to reorder, or select media to move or remove' : `${items.length} of ${count} selected`}
      </output>
      {items.length < count && (
        <Button size="small" onClick={all}>
          Select all
        </Button>
      )}
      {!isEmpty && (
        <>
          <Button size="small" onClick={clear}>
            Clear selection
          </Button>
          <Button size="small" onClick={() => move(items, () => 0)}>
            Move to start
          </Button>
          <Button size="small" onClick={() => move(items, (current) => current.length)}>
            Move to end
          </Button>
          {actions?.(items, clear)}
          <Button size="small" onClick={() => remove(items)}>
            {removeText}
          </Button>
        </>
      )}
    </fieldset>
  );
}

interface ItemProps {
  list: string;
  item: MediaItem;
  thumbnail: ReactNode;
  details: ReactNode;
  actions: ReactNode;
  removeLabel: string;
  /** Undefined if there is nothing to do with selected items. */
  selection: Selection<MediaItem> | undefined;
  onDrop(dragged: string, side: DropSide): void;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
  onRemove(): void;
}

function Item({
  list,
  item,
  thumbnail,
  details,
  actions,
  removeLabel,
  selection,
  onDrop,
  onEarlier,
  onLater,
  onRemove,
}: ItemProps) {
  const { media_slug, title } = item;
  const { ref, dragging, side } = useDragOrder<HTMLLIElement>({ list, key: media_slug, onDrop });
  return (
    <li
      ref={ref}
      className={cx(
        'relative flex min-w-0 cursor-grab flex-col gap-1',
        dragging && 'opacity-40',
        side && DROP_MARK[side],
      )}
    >
      <div
        className={cx(
          'relative aspect-4/3 min-h-0 rounded-sm',
          selection?.has(media_slug) && 'outline-3 outline-offset-2 outline-navy',
        )}
      >
        {selection && <SelectBox item={media_slug} name={title} selection={selection} />}
        {thumbnail}
      </div>
      <span className="line-clamp-2 text-13 wrap-anywhere">{title}</span>
      {details && <span className="line-clamp-2 text-13 wrap-anywhere text-faded">{details}</span>}
      <span className="mt-auto flex print:hidden">
        <MoveButton label={`Move ${title} earlier`} icon={<ArrowLeft aria-hidden />} onMove={onEarlier} />
        <MoveButton label={`Move ${title} later`} icon={<ArrowRight aria-hidden />} onMove={onLater} />
        <span className="ml-auto flex">
          {actions}
          <IconButton data-remove size="small" label={removeLabel} icon={<X aria-hidden />} onClick={onRemove} />
        </span>
      </span>
    </li>
  );
}

/** Moves an item of a list. Uses aria-disabled at the ends of the list, so that the button keeps focus. */
export function MoveButton({
  label,
  icon,
  onMove,
}: {
  label: string;
  icon: ReactNode;
  onMove: (() => void) | undefined;
}) {
  return (
    <IconButton
      size="small"
      label={label}
      aria-disabled={!onMove}
      className="aria-disabled:opacity-40"
      icon={icon}
      onClick={onMove}
    />
  );
}

/**
 * Moves some items of a list together, keeping their own order.
 *
 * @param position index in the original list that the items move in front of; its length for the end
 */
export function moveTo<T>(list: readonly T[], isMoved: (item: T) => boolean, position: number): T[] {
  const isNotMoved = (item: T) => !isMoved(item);
  return [
    ...list.slice(0, position).filter(isNotMoved),
    ...list.filter(isMoved),
    ...list.slice(position).filter(isNotMoved),
  ];
}
