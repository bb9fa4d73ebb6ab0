import { Button, cx, formatNumber } from '@archive/ui';
import { Menu } from '@archive/ui/icons';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { type Marks, moved, toggled } from './marks.ts';

/** Lines that are rendered at once. */
const PAGE_SIZE = 2000;

interface MarkLinesProps {
  lines: readonly string[];
  marks: Marks;
  /** The current line, from 1. */
  current: number;
  onCurrent: (line: number) => void;
  onMark: (marks: Marks) => void;
  canUndo: boolean;
  onUndo: () => void;
}

/** A mark that is dragged to a line, once it has moved. */
interface Drag {
  from: number;
  to: number | null;
  y: number;
}

/** The distance in pixels from which on a press is a drag, and at which the edges of the list scroll it. */
const DRAG_FROM = 5;
const EDGE = 24;

/** The lines of a document. A click, a drag, the keyboard or the buttons above mark those at which voyages begin. */
export function MarkLines({ lines, marks, current, onCurrent, onMark, canUndo, onUndo }: MarkLinesProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(PAGE_SIZE);
  const marked = useMemo(() => new Set(marks), [marks]);
  const last = Math.min(lines.length, shown);
  const isMarked = marked.has(current);
  const go = (line: number) => onCurrent(Math.min(Math.max(line, 1), last));
  const toggle = (line: number) => onMark(toggled(marks, line));
  const move = (to: number, from = current) => {
    const next = moved(marks, from, to, lines.length);
    if (next === marks) return;
    onMark(next);
    go(to);
  };
  const { drag, hasDragged, ...dragging } = useDrag(marked, move);
  useEffect(() => {
    const box = list.current;
    const line = box?.querySelector<HTMLElement>(`[data-line="${current}"]`);
    if (!box || !line) return;
    // Scrolls the list only, not the page.
    const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }, [current]);

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey } = event;
    const isDown = key === 'ArrowDown';
    if (isDown || key === 'ArrowUp') {
      if (altKey) move(current + (isDown ? 1 : -1));
      else go(current + (isDown ? 1 : -1));
    } else if (key === 'PageDown' || key === 'PageUp') {
      // To the next and previous mark.
      const next = key === 'PageDown' ? marks.find((mark) => mark > current) : marks.findLast((mark) => mark < current);
      go(next ?? (key === 'PageDown' ? last : 1));
    } else if (key === 'Home') go(1);
    else if (key === 'End') go(last);
    else if (key === ' ' || key === 'Enter') toggle(current);
    else if (key.toLowerCase() === 'z' && (ctrlKey || metaKey)) onUndo();
    else return;
    event.preventDefault();
  };

  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onClick={() => toggle(current)}>
          {isMarked ? 'No voyage at' : 'Start a voyage at'} line {formatNumber(current)}
        </Button>
        <Button
          size="small"
          disabled={moved(marks, current, current - 1, lines.length) === marks}
          onClick={() => move(current - 1)}
        >
          Move mark up
        </Button>
        <Button
          size="small"
          disabled={moved(marks, current, current + 1, lines.length) === marks}
          onClick={() => move(current + 1)}
        >
          Move mark down
        </Button>
        <Button size="small" disabled={!canUndo} onClick={onUndo}>
          Undo
        </Button>
      </div>
      <div
        ref={list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native select cannot wrap its lines
        role="listbox"
        aria-multiselectable
        aria-label="Lines at which voyages begin"
        aria-describedby={`${id}-help`}
        aria-activedescendant={`${id}-${current}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...dragging}
        onClick={({ target }) => {
          const line = lineOf(target);
          if (line === null || hasDragged()) return;
          go(line);
          toggle(line);
        }}
        className="relative max-h-[60dvh] select-none overflow-y-auto overscroll-contain rounded border border-rule bg-leaf py-2 text-13"
      >
        {lines.slice(0, last).map((line, index) => (
          <Line
            // Lines have no identity but their number.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            id={`${id}-${index + 1}`}
            number={index + 1}
            text={line}
            isMarked={marked.has(index + 1)}
            isCurrent={current === index + 1}
            isTarget={drag?.to === index + 1}
          />
        ))}
      </div>
      {last < lines.length && (
        <Button size="small" className="self-start" onClick={() => setShown(shown + PAGE_SIZE)}>
          Show more lines
        </Button>
      )}
      <p id={`${id}-help`} className="text-13 text-faded">
        Click a line to start a voyage there, or click a marked line to remove its mark. Drag a mark to move it to
        another line. With the keyboard: arrow keys to choose a line, Space to mark it, Alt and an arrow key to move a
        mark, Page Up and Page Down to go to the next mark, Control and Z to undo.
      </p>
    </div>
  );
}

const lineOf = (target: EventTarget | null): number | null =>
  Number(target instanceof Element && target.closest<HTMLElement>('[data-line]')?.dataset.line) || null;

/** Drags a mark to another line: with a mouse from anywhere in its line, with a finger by its handle, because the list scrolls. */
function useDrag(marked: ReadonlySet<number>, move: (to: number, from: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const dragged = useRef(false);
  const end = () => setDrag(undefined);
  return {
    drag,
    /** Whether the click that is handled ended a drag. */
    hasDragged: () => dragged.current,
    onPointerDown: ({ target, button, pointerType, clientY }: PointerEvent) => {
      dragged.current = false;
      const line = lineOf(target);
      const isHandle = target instanceof Element && target.closest('[data-handle]') !== null;
      if (line !== null && button === 0 && marked.has(line) && (isHandle || pointerType === 'mouse'))
        setDrag({ from: line, to: null, y: clientY });
    },
    onPointerMove: ({ currentTarget: box, pointerId, clientX, clientY }: PointerEvent) => {
      if (!drag || (drag.to === null && Math.abs(clientY - drag.y) < DRAG_FROM)) return;
      box.setPointerCapture(pointerId);
      dragged.current = true;
      const { top, bottom } = box.getBoundingClientRect();
      box.scrollBy(0, clientY < top + EDGE ? -EDGE : clientY > bottom - EDGE ? EDGE : 0);
      setDrag({ ...drag, to: lineOf(document.elementFromPoint(clientX, clientY)) ?? drag.to ?? drag.from });
    },
    onPointerUp: () => {
      if (drag?.to != null) move(drag.to, drag.from);
      end();
    },
    onPointerCancel: end,
  };
}

interface LineProps {
  id: string;
  number: number;
  text: string;
  isMarked: boolean;
  isCurrent: boolean;
  /** Whether the mark that is dragged would be dropped here. */
  isTarget: boolean;
}

const Line = memo(function Line({ id, number, text, isMarked, isCurrent, isTarget }: LineProps) {
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      aria-selected={isMarked}
      data-line={number}
      className={cx(
        'flex cursor-pointer gap-3 border-l-3 py-0.5 pr-3',
        isMarked ? 'border-l-brass bg-wash font-medium' : 'border-l-transparent',
        isMarked && number > 1 && 'border-t border-t-rule',
        isCurrent && 'outline-2 -outline-offset-2 outline-brass',
        isTarget && 'border-t-2 border-t-brass',
      )}
    >
      <span className="flex w-14 shrink-0 items-start justify-end text-faded tabular-nums">
        {isMarked && (
          <span data-handle className="mr-auto cursor-grab touch-none py-0.5 pl-1">
            <Menu aria-hidden className="size-4" />
          </span>
        )}
        {number}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">{text || ' '}</span>
    </div>
  );
});
