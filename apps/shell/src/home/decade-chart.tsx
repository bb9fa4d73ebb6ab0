import type { Home } from '@archive/contracts';
import { Link } from '@archive/router';
import { formatNumber, pluralize } from '@archive/ui';

const BAR_HEIGHT = 64;

/** The voyages of each decade, as bars that lead to the timeline. */
export function DecadeChart({ decades }: { decades: Home['decades'] }) {
  const most = Math.max(...decades.map(({ voyages }) => voyages));
  return (
    <ol className="flex h-full items-end gap-1">
      {decades.map(({ decade, voyages }) => (
        <li key={decade} className="min-w-0 flex-1">
          <Link
            to={`/voyages?view=timeline&date=${decade}`}
            className="group flex flex-col items-center gap-1 rounded-sm text-13 text-faded tabular-nums hover:text-ink"
          >
            <span>
              {formatNumber(voyages)}
              <span className="sr-only"> {pluralize(voyages, 'voyage')} in the </span>
            </span>
            <span
              className="w-full max-w-24 rounded-t-sm bg-navy group-hover:bg-brass"
              style={{ height: Math.max(2, (voyages / most) * BAR_HEIGHT) }}
            />
            <span>{decade}s</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
