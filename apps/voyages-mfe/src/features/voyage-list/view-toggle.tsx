import { useLocation, useSearchParams } from '@archive/router';
import { cx } from '@archive/ui';
import { useState } from 'react';
import { scrollTargetOf } from '../voyage-record/origin.ts';

const VIEWS: { mode: ViewMode; label: string }[] = [
  { mode: 'list', label: 'List' },
  { mode: 'timeline', label: 'Timeline' },
];

export function ViewToggle({ mode, onChange }: { mode: ViewMode; onChange(mode: ViewMode): void }) {
  return (
    <fieldset className="inline-flex h-10 overflow-hidden rounded border border-edge bg-leaf print:hidden">
      <legend className="sr-only">View</legend>
      {VIEWS.map(({ mode: viewMode, label }) => (
        <button
          key={viewMode}
          type="button"
          aria-pressed={mode === viewMode}
          onClick={() => onChange(viewMode)}
          className={cx(
            'px-4 text-15 transition-colors focus-visible:-outline-offset-2',
            mode === viewMode ? 'bg-navy text-on-navy' : 'hover:bg-wash',
          )}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}

export type ViewMode = 'list' | 'timeline';

const KEY = 'voyages.view';

function readViewMode(): ViewMode {
  try {
    return sessionStorage.getItem(KEY) === 'timeline' ? 'timeline' : 'list';
  } catch {
    return 'list';
  }
}

/**
 * The view mode: the one in the URL; the list, to show a voyage that was just saved or is to be expanded; otherwise the one stored for the
 * browser session (SPEC section 3).
 */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const [stored, setStored] = useState(readViewMode);
  const change = (next: ViewMode) => {
    try {
      sessionStorage.setItem(KEY, next);
    } catch {
      // Storage can be unavailable; the next visit then shows the list.
    }
    setStored(next);
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('view');
        next.delete('date');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  if (params.get('view') === 'timeline') return ['timeline', change];
  const { saved, expanded } = scrollTargetOf(state);
  return [(saved ?? expanded) === undefined ? stored : 'list', change];
}
