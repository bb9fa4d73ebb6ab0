import { Link } from '@archive/router';
import type { Slots } from '@archive/shell-api';
import { HomeDetail } from '@archive/shell-api/home-detail';
import { formatCount, linkClass, Avatar } from '@archive/ui';

/** Detail on the Passengers card of Home: the person with the most voyages. */
export function HomeCard({ day }: Slots['home-card']) {
  return (
    <HomeDetail day={day}>
      {({ busiest_person: person }) =>
        person ? (
          <div className="flex items-center gap-3">
            <Avatar name={person.full_name} src={person.portrait_url} />
            <div className="min-w-0">
              <p>Most voyages</p>
              <Link to={`/people/${person.person_slug}`} className={linkClass('relative font-serif text-17')}>
                {person.full_name}
              </Link>
              <p>{formatCount(person.voyage_count, 'voyage')}</p>
            </div>
          </div>
        ) : (
          <p>No passengers yet.</p>
        )
      }
    </HomeDetail>
  );
}

export const component = HomeCard;
