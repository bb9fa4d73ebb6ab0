import { cx } from '@archive/ui';
import { ChevronDown } from '@archive/ui/icons';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

interface Props {
  label: string;
  /** Number of active choices. */
  count: number;
  /** Alignment of a panel wider than its button. */
  align?: 'start' | 'end';
  /** Panel content, or a function that receives a callback to close it. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button with a panel of choices that apply immediately. The panel stays open between choices; Escape, a click outside or
 * tabbing out closes it.
 */
export function FilterMenu({ label, count, align = 'start', children }: Props) {
  const [open, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const id = useId();

  const close = () => {
    setOpen(false);
    document.getElementById(`${id}-button`)?.focus();
  };

  useEffect(() => {
    if (!open) return;
    const handlePointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && !container.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', handlePointerDown);
    return () => document.removeEventListener('pointerdown', handlePointerDown);
  }, [open]);

  return (
    <div
      ref={container}
      role="presentation"
      className="relative"
      onBlur={(event) => {
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        id={`${id}-button`}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex h-10 items-center gap-2 rounded border border-edge bg-leaf px-3 text-15 whitespace-nowrap transition-colors hover:border-ink"
      >
        {label}
        {count > 0 && <Count>{count}</Count>}
        <ChevronDown aria-hidden className={cx('text-faded transition-transform', open && 'rotate-180')} />
      </button>
      <div
        id={id}
        // Make the panel focusable, so that a click between the choices keeps focus inside it.
        tabIndex={-1}
        hidden={!open}
        className={cx(
          'absolute top-full z-menu mt-1.5 w-76 max-w-[calc(100vw-2rem)] rounded border border-rule bg-leaf shadow-float',
          align === 'end' ? 'right-0' : 'left-0',
        )}
      >
        {open && (
          <div className="max-h-[min(36rem,60vh)] overflow-y-auto overscroll-contain p-4">
            {typeof children === 'function' ? children(close) : children}
          </div>
        )}
      </div>
    </div>
  );
}

export function Count({ children }: { children: number }) {
  return (
    <span className="grid h-5 min-w-5 place-items-center rounded-full bg-navy px-1.5 text-13 leading-none text-on-navy tabular-nums">
      <span className="sr-only">, active: </span>
      {children}
    </span>
  );
}
