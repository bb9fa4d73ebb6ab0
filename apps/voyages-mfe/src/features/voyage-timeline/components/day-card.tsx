import type { VoyageListItem } from '@archive/contracts';
import { Link } from '@archive/router';
import { formatDateRange, Route, Thumbnail } from '@archive/ui';
import { administrationLabel } from '../../voyage-record/administration.ts';
import { AttributeBadges } from '../../voyage-record/components/attribute-badges.tsx';
import type { Origin } from '../../voyage-record/origin.ts';
import { timeRange } from '../../voyage-record/voyage-time.ts';

const FROM_HERE: Origin = { search: '', steps: 1 };

/** Card of a voyage. The whole card links to the voyage page. */
export function DayCard({ voyage }: { voyage: VoyageListItem }) {
  const { start_date, end_date, people_names, people_count } = voyage;
  const hiddenCount = people_count - people_names.length;
  const times = [end_date && end_date !== start_date ? formatDateRange(start_date, end_date) : '', timeRange(voyage)];
  return (
    <li className="relative flex gap-4 rounded border border-rule bg-leaf p-4 transition-colors hover:border-brass sm:p-5">
      <div className="min-w-0 flex-1">
        <h3 className="text-21">
          <Link
            to={`/voyages/${voyage.voyage_slug}`}
            state={FROM_HERE}
            className="rounded-sm decoration-brass decoration-1 underline-offset-4 after:absolute after:inset-0 after:rounded hover:underline"
          >
            {voyage.title}
          </Link>
        </h3>
        <p className="text-13 text-faded tabular-nums">
          {[...times, administrationLabel(voyage)].filter(Boolean).join(' · ')}
        </p>
        <p className="mt-1 text-faded empty:hidden">
          <Route from={voyage.start_location} to={voyage.end_location} />
        </p>
        {people_names.length > 0 && (
          <p className="mt-1">
            {people_names.join(', ')}
            {hiddenCount > 0 && <span className="text-13 text-faded"> and {hiddenCount} more</span>}
          </p>
        )}
        <div className="mt-2 empty:hidden">
          <AttributeBadges voyage={voyage} />
        </div>
      </div>
      {voyage.thumbnail_url && <Thumbnail src={voyage.thumbnail_url} alt="" className="h-18 w-24" />}
    </li>
  );
}
