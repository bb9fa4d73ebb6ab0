import { cx } from '@archive/ui';
import type { ViewMode } from '../view-mode.ts';

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
