import type { President } from '@archive/contracts';
import { Button, Checkbox, cx, formatCount } from '@archive/ui';
import { ChevronDown } from '@archive/ui/icons';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface FilterMenuProps {
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
export function FilterMenu({ label, count, align = 'start', children }: FilterMenuProps) {
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

interface OwnerChoicesProps {
  /** Group label for screen readers. */
  legend?: string;
  owners: President[];
  selected: string[];
  /** Called with an update function, because the latest owners may not be rendered yet. */
  onChange(change: (latest: string[]) => string[]): void;
}

/** Checkboxes of presidents and owners. */
export function OwnerChoices({ legend = 'Vessel Owner', owners, selected, onChange }: OwnerChoicesProps) {
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      <div className="mb-3 flex flex-wrap gap-2">
        <Button
          size="small"
          disabled={selected.length === owners.length}
          onClick={() => onChange(() => owners.map(({ president_slug }) => president_slug))}
        >
          Select All
        </Button>
        <Button size="small" disabled={selected.length === 0} onClick={() => onChange(() => [])}>
          Deselect All
        </Button>
      </div>
      <div className="flex flex-col gap-2">
        {owners.map(({ president_slug: slug, full_name, voyage_count }) => (
          <Checkbox
            key={slug}
            checked={selected.includes(slug)}
            onChange={({ target: { checked } }) =>
              onChange((latest) => {
                const others = latest.filter((other) => other !== slug);
                return checked ? [...others, slug] : others;
              })
            }
            label={
              <>
                {full_name} <VoyageCount count={voyage_count} />
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

function VoyageCount({ count }: { count: number }) {
  return (
    <span className="text-13 text-faded tabular-nums">
      <span aria-hidden>{count}</span>
      <span className="sr-only">, {formatCount(count, 'voyage')}</span>
    </span>
  );
}
