import { Button, cx } from '@archive/ui';
import { useEffect, useState } from 'react';
import type { VoyageFormState } from '../use-voyage-form.ts';

const TICK_MS = 30_000;
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

/** "just now", "2 minutes ago", "3 hours ago", "yesterday". */
export function ago(since: number, now: number): string {
  const minutes = Math.round((now - since) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  if (minutes < 24 * 60) return relative.format(-Math.round(minutes / 60), 'hour');
  return relative.format(-Math.round(minutes / 1440), 'day');
}

/** The present moment, every half minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface Props {
  form: VoyageFormState;
  onCancel(): void;
  saveText?: string;
  className?: string;
}

/** Where the work stands, Cancel and Save; always in sight. */
export function FormFoot({ form, onCancel, saveText, className }: Props) {
  return (
    <div
      data-sticky-foot
      className={cx(
        'sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-sticky -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-rule bg-paper px-4 py-3 sm:mx-0 sm:px-0 md:bottom-0 md:pb-[max(0.75rem,var(--toasts-below,0px))]',
        className,
      )}
    >
      <output className="min-w-36 flex-1 text-13 text-faded">
        <Standing form={form} />
      </output>
      <div className="flex gap-2">
        <Button onClick={onCancel} disabled={form.saving}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={form.saving}
          busyText={busyText(form)}
          disabled={form.values.start_date === ''}
          onClick={() => void form.save()}
        >
          {saveText ?? (form.stored ? 'Update Voyage' : 'Save Voyage')}
        </Button>
      </div>
    </div>
  );
}

const busyText = ({ progress }: VoyageFormState): string =>
  Object.keys(progress).length > 0 ? 'Uploading source media...' : 'Saving...';

function Standing({ form }: { form: VoyageFormState }) {
  const { unsaved, stored, saving, trouble } = form;
  const now = useNow();
  if (saving) return busyText(form);
  if (trouble?.kind === 'away') return 'Not saved: the archive is away. Nothing typed is lost; Save tries again.';
  if (unsaved > 0) return unsaved === 1 ? '1 unsaved change' : `${unsaved} unsaved changes`;
  return stored ? `Saved ${ago(Date.parse(stored.voyage.updated_at), now)}` : 'Nothing entered yet';
}
