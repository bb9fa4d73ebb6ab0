import { OtherEditors, ProposesNote } from '@archive/editing';
import { Button, cx, formatAgo, formatCount } from '@archive/ui';
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';

interface Props {
  form: VoyageFormState;
  onCancel(): void;
  saveText?: string;
  className?: string;
}

/** Save status, Cancel and Save; sticky at the bottom. */
export function SaveBar({ form, onCancel, saveText, className }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useStickyFooter(bar);
  return (
    <div
      ref={bar}
      className={cx(
        'sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-sticky -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-rule bg-paper px-4 py-3 sm:mx-0 sm:px-0 md:bottom-0 md:pb-[max(0.75rem,var(--toasts-below,0px))]',
        className,
      )}
    >
      <div className="min-w-36 flex-1">
        <output className="text-13 text-faded">
          <SaveStatus form={form} />
        </output>
        {form.stored && <OtherEditors kind="voyage" slug={form.stored.voyage.voyage_slug} />}
        <ProposesNote />
      </div>
      <div role="presentation" className="flex gap-2" onMouseDown={keepFocus}>
        <Button onClick={onCancel} disabled={form.saving}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={form.saving}
          busyText={busyText(form)}
          disabled={form.values.start_date === ''}
          onClick={({ currentTarget }) => {
            currentTarget.focus();
            void form.save();
          }}
        >
          {form.proposes ? 'Propose changes' : (saveText ?? (form.stored ? 'Update Voyage' : 'Save Voyage'))}
        </Button>
      </div>
    </div>
  );
}

let stickyBars = 0;

/** Sets an attribute and a CSS variable with the height of the sticky bar, so that fields and the page frame stay above it. */
function useStickyFooter(bar: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { dataset, style } = document.documentElement;
    stickyBars += 1;
    dataset['stickyFooter'] = '';
    return () => {
      stickyBars -= 1;
      if (stickyBars > 0) return;
      delete dataset['stickyFooter'];
      style.removeProperty('--sticky-footer');
    };
  }, []);
  // Runs after each render, because the status may take another line.
  useLayoutEffect(() => {
    const measure = () => {
      const height = bar.current?.offsetHeight ?? 0;
      document.documentElement.style.setProperty('--sticky-footer', `${height}px`);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  });
}

/**
 * A field that reacts to losing focus can change the form's height and move the buttons between mouse down and mouse up, which would
 * lose the click. Focus therefore moves on click.
 */
const keepFocus = (event: MouseEvent) => event.preventDefault();

const busyText = ({ progress }: VoyageFormState): string =>
  Object.keys(progress).length > 0 ? 'Uploading source media...' : 'Saving...';

function SaveStatus({ form }: { form: VoyageFormState }) {
  const { unsaved, stored, saving, saveError } = form;
  const now = useNow();
  if (saving) return busyText(form);
  if (saveError?.kind === 'unavailable') return 'Not saved. Can’t reach the server. Your changes are kept.';
  const invalid = Object.values(form.errors).filter(Boolean).length;
  if (invalid > 0) return <span className="text-signal">Not saved. Fix {formatCount(invalid, 'field')}.</span>;
  if (unsaved > 0) return formatCount(unsaved, 'unsaved change');
  return stored
    ? `No changes. Last saved ${formatAgo(now - Date.parse(stored.voyage.updated_at))}`
    : 'Nothing entered yet';
}

const TICK_MS = 30_000;

/** Current time, updated every 30 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
