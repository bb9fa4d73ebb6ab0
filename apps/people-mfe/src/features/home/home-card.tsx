import { Link } from '@archive/router';
import type { Slots } from '@archive/shell-api';
import { HomeDetail } from '@archive/shell-api/home-detail';
import { amountOf, linkClass, Medallion } from '@archive/ui';

/** On the card of the passengers on Home: who was most often aboard. */
export function HomeCard({ day }: Slots['home-card']) {
  return (
    <HomeDetail day={day}>
      {({ busiest_person: person }) =>
        person ? (
          <div className="flex items-center gap-3">
            <Medallion name={person.full_name} />
            <div className="min-w-0">
              <p>Most often aboard</p>
              <Link to={`/people/${person.person_slug}`} className={linkClass('relative font-serif text-17')}>
                {person.full_name}
              </Link>
              <p>{amountOf(person.voyage_count, 'voyage')}</p>
            </div>
          </div>
        ) : (
          <p>Nobody has been recorded yet.</p>
        )
      }
    </HomeDetail>
  );
}

export const component = HomeCard;
