import { Link } from '@archive/router';
import type { Slots } from '@archive/shell-api';
import { HomeDetail } from '@archive/shell-api/home-detail';
import { formatDate, linkClass } from '@archive/ui';

/** Detail on the Voyages card on the home page: the voyage of this day in history. */
export function HomeCard({ day }: Slots['home-card']) {
  return (
    <HomeDetail day={day}>
      {({ voyage_of_the_day: voyage }) =>
        voyage ? (
          <>
            <p>{voyage.start_date.endsWith(day) ? 'On this day' : 'Next anniversary'}</p>
            <Link to={`/voyages/${voyage.voyage_slug}`} className={linkClass('relative font-serif text-17')}>
              {voyage.title}
            </Link>
            {/* A generated title ends with the date. */}
            {!voyage.title.endsWith(formatDate(voyage.start_date)) && <p>{formatDate(voyage.start_date)}</p>}
          </>
        ) : (
          <p>No voyages yet.</p>
        )
      }
    </HomeDetail>
  );
}

export const component = HomeCard;
