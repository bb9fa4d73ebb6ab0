import { Button, cx, formatNumber } from '@archive/ui';
import { type KeyboardEvent, memo, useEffect, useId, useMemo, useRef, useState } from 'react';
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

/** The lines of a document. A click, the keyboard or the buttons above mark those at which voyages begin. */
export function MarkLines({ lines, marks, current, onCurrent, onMark, canUndo, onUndo }: MarkLinesProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(PAGE_SIZE);
  const marked = useMemo(() => new Set(marks), [marks]);
  const last = Math.min(lines.length, shown);
  const isMarked = marked.has(current);
  const go = (line: number) => onCurrent(Math.min(Math.max(line, 1), last));
  const toggle = (line: number) => onMark(toggled(marks, line));
  const move = (by: 1 | -1) => {
    const next = moved(marks, current, by, lines.length);
    if (next === marks) return;
    onMark(next);
    go(current + by);
  };
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
      if (altKey) move(isDown ? 1 : -1);
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
          {isMarked ? 'Remove mark from' : 'Mark'} line {formatNumber(current)}
        </Button>
        <Button size="small" disabled={moved(marks, current, -1, lines.length) === marks} onClick={() => move(-1)}>
          Move up
        </Button>
        <Button size="small" disabled={moved(marks, current, 1, lines.length) === marks} onClick={() => move(1)}>
          Move down
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
        onClick={({ target }) => {
          const line = Number(target instanceof Element && target.closest<HTMLElement>('[data-line]')?.dataset.line);
          if (!line) return;
          go(line);
          toggle(line);
        }}
        className="relative max-h-[60dvh] overflow-y-auto overscroll-contain rounded border border-rule bg-leaf py-2 text-13"
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
          />
        ))}
      </div>
      {last < lines.length && (
        <Button size="small" className="self-start" onClick={() => setShown(shown + PAGE_SIZE)}>
          Show more lines
        </Button>
      )}
      <p id={`${id}-help`} className="text-13 text-faded">
        Click a line to mark it, or to remove its mark. With the keyboard: arrow keys, Space to mark, Alt and an arrow
        key to move a mark, Page Up and Page Down to go to the next mark, Control and Z to undo.
      </p>
    </div>
  );
}

interface LineProps {
  id: string;
  number: number;
  text: string;
  isMarked: boolean;
  isCurrent: boolean;
}

const Line = memo(function Line({ id, number, text, isMarked, isCurrent }: LineProps) {
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
      )}
    >
      <span className="w-10 shrink-0 text-right text-faded tabular-nums select-none">{number}</span>
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">{text || ' '}</span>
    </div>
  );
});
