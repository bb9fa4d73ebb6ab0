import type { Passenger } from '@archive/contracts';
import { Link } from '@archive/router';
import { CollapsibleSection, cx, linkClass, Avatar } from '@archive/ui';

interface Props {
  people: Passenger[];
  /** Unnamed guests, as written: "27 other guests". */
  additionalGuests: string | null;
  level: 2 | 3 | 4;
  /** Uses two columns if there is room. */
  wide?: boolean;
}

/** Turns off sticky section headings, which short lists do not need. */
const HEAD = '[&>:first-child]:static [&>:first-child]:bg-transparent';

/** Two collapsible lists: passengers and guests, crew. */
export function PeopleLists({ people, additionalGuests, level, wide = false }: Props) {
  const crew = people.filter(({ is_crew }) => is_crew);
  const passengers = people.filter(({ is_crew }) => !is_crew);
  if (people.length === 0 && !additionalGuests)
    return <p className="text-faded">No people recorded for this voyage.</p>;
  return (
    <>
      {(passengers.length > 0 || additionalGuests) && (
        <CollapsibleSection title="Passengers & guests" count={passengers.length} level={level} className={HEAD}>
          <People people={passengers} wide={wide} />
          {additionalGuests && (
            <p className="mt-3 font-serif text-17 text-faded italic">
              {passengers.length > 0 && 'and '}
              {additionalGuests}
            </p>
          )}
        </CollapsibleSection>
      )}
      {crew.length > 0 && (
        <CollapsibleSection title="Crew" count={crew.length} level={level} className={HEAD}>
          <People people={crew} wide={wide} />
        </CollapsibleSection>
      )}
    </>
  );
}

/** A list of at least this many people is set in columns, without portraits. */
export const LONG_LIST = 17;
const isLong = (count: number) => count >= LONG_LIST;

function listClass(count: number, wide: boolean): string {
  if (wide && isLong(count)) return 'mt-3 gap-x-8 sm:columns-2 lg:columns-3 print:columns-3';
  return wide ? 'mt-3 grid gap-x-8 gap-y-3 sm:grid-cols-2' : 'mt-3 flex flex-col gap-3 print:gap-1';
}

function People({ people, wide }: { people: Passenger[]; wide: boolean }) {
  return (
    <ul className={listClass(people.length, wide)}>
      {people.map((person) => (
        <li key={person.person_slug} className={cx('flex gap-3 break-inside-avoid', isLong(people.length) && 'mb-2')}>
          {!isLong(people.length) && (
            <Avatar name={person.full_name} src={person.portrait_url} size="small" className="mt-0.5 print:hidden" />
          )}
          <div className="min-w-0">
            <p>
              {person.title && <span className="text-faded">{person.title} </span>}
              <Link to={`/people/${person.person_slug}`} className={linkClass()}>
                {person.full_name}
              </Link>
            </p>
            <Role person={person} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Role({ person: { capacity_role, role_title, voyage_notes } }: { person: Passenger }) {
  const role = capacity_role ?? role_title;
  return (
    <>
      {role && <p className="text-13 text-faded">{role}</p>}
      {voyage_notes && <p className="text-13 text-faded italic">{voyage_notes}</p>}
    </>
  );
}
