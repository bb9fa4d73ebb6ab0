import { DuskScene } from '@archive/ui/dusk-scene';
import type { Home } from '@archive/contracts';
import { Link } from '@archive/router';
import { formatDate } from '@archive/ui';

/** The drawn river of the sign-in screen, with the voyage of the day. */
export function RiverBand({ home, day }: { home: Home | undefined; day: string }) {
  const voyage = home?.voyage_of_the_day;
  return (
    <section aria-label="Today in history" className="flex h-full flex-col gap-3 md:flex-row-reverse">
      <DuskScene className="block min-h-0 w-full min-w-0 flex-1 rounded md:h-full" />
      <div className="flex h-32 shrink-0 flex-col overflow-hidden rounded border border-rule bg-leaf px-5 py-4 md:h-full md:w-80 md:p-6">
        {voyage ? (
          <>
            <p className="text-13 text-faded md:mb-auto">
              {voyage.start_date.endsWith(day) ? 'Today in history' : 'Next anniversary'}
            </p>
            <p className="font-serif text-27 md:text-35">{formatDate(voyage.start_date)}</p>
            <Link
              to={`/voyages/${voyage.voyage_slug}`}
              className="line-clamp-2 font-serif text-17 text-navy underline underline-offset-4"
            >
              {voyage.title}
            </Link>
          </>
        ) : (
          home && <p className="text-faded md:mt-auto">Voyages appear here on their anniversaries.</p>
        )}
      </div>
    </section>
  );
}
