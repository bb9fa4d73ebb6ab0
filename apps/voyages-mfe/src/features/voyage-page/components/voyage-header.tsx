import type { Voyage } from '@archive/contracts';
import { DateRange, Route } from '@archive/ui';
import { administrationLabel } from '../../voyage-record/administration.ts';
import { AttributeBadges } from '../../voyage-record/components/attribute-badges.tsx';
import { timeRange, weekday } from '../../voyage-record/voyage-time.ts';

/** Header of the voyage page: date line, title, route and badges. */
export function VoyageHeader({ voyage }: { voyage: Voyage }) {
  const { start_date, end_date, president_slug_from_voyage: owner } = voyage;
  const isOneDay = !end_date || end_date === start_date;
  const day = isOneDay ? weekday(start_date) : '';
  const times = timeRange(voyage);
  const writtenDates = [voyage.start_date_written, voyage.end_date_written].filter((text) => text !== null);
  return (
    <header>
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-t-3 border-b border-t-ink border-b-rule py-2.5">
        <p className="font-serif text-17 font-semibold">
          {day && <span className="font-normal text-faded">{day}, </span>}
          <DateRange start={start_date} end={end_date} />
          {writtenDates.length > 0 && (
            <span className="font-normal text-faded"> · in the source: “{writtenDates.join('” to “')}”</span>
          )}
          {times && <span className="font-normal text-faded tabular-nums"> · {times}</span>}
        </p>
        {owner && <p className="text-13 text-faded">{administrationLabel(voyage)}</p>}
      </div>
      <h1 className="mt-6 max-w-4xl text-35 tracking-tight max-sm:text-27 lg:text-48">{voyage.title}</h1>
      <p className="mt-2 font-serif text-17 text-faded italic empty:hidden sm:text-21">
        <Route from={voyage.start_location} to={voyage.end_location} />
      </p>
      <div className="mt-4 empty:hidden">
        <AttributeBadges voyage={voyage} />
      </div>
    </header>
  );
}
