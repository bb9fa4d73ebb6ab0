import type { Home } from '@archive/contracts';
import { Link } from '@archive/router';
import { formatDate, linkClass, Loading, Medallion, SkeletonLine, Thumbnail } from '@archive/ui';
import { Images, Ship, Users } from '@archive/ui/icons';
import type { ReactNode } from 'react';

interface CardProps {
  to: string;
  title: string;
  about: string;
  Icon: typeof Ship;
  /** The living detail; undefined while it is on its way. */
  children: ReactNode;
}

function Card({ to, title, about, Icon, children }: CardProps) {
  return (
    <section className="relative flex flex-col rounded border border-rule bg-leaf p-6 transition-colors hover:border-brass focus-within:border-brass">
      <Icon aria-hidden className="size-6 text-brass" />
      <h2 className="mt-4 font-serif text-27">
        <Link to={to} className="after:absolute after:inset-0 after:content-['']">
          {title}
        </Link>
      </h2>
      <p className="mt-1 mb-6 text-faded">{about}</p>
      <div className="mt-auto min-h-24 border-t border-rule pt-4">{children}</div>
    </section>
  );
}

interface DetailProps {
  home: Home | undefined;
  failed: boolean;
  children(home: Home): ReactNode;
}

function Detail({ home, failed, children }: DetailProps) {
  if (home) return children(home);
  if (failed) return <p className="text-13 text-faded">This cannot be read at the moment.</p>;
  return (
    <Loading label="Loading…" className="flex flex-col gap-2">
      <SkeletonLine className="w-1/3" />
      <SkeletonLine className="w-4/5" />
    </Loading>
  );
}

const Caption = ({ children }: { children: ReactNode }) => <p className="text-13 text-faded">{children}</p>;

interface HomeCardsProps {
  /** Today where the reader is, `MM-DD`. */
  day: string;
  home: Home | undefined;
  failed: boolean;
}

/** The three ways into the archive, each with something from it (06-look, Home). */
export function HomeCards({ day, home, failed }: HomeCardsProps) {
  return (
    <div className="grid gap-6 md:grid-cols-3">
      <Card to="/voyages" title="Voyages" about="The log, under each president and owner." Icon={Ship}>
        <Detail home={home} failed={failed}>
          {({ voyage_of_the_day: voyage }) =>
            voyage ? (
              <>
                <Caption>{voyage.start_date.endsWith(day) ? 'On this day' : 'Next anniversary'}</Caption>
                <Link to={`/voyages/${voyage.voyage_slug}`} className={linkClass('relative font-serif text-17')}>
                  {voyage.title}
                </Link>
                <Caption>{formatDate(voyage.start_date)}</Caption>
              </>
            ) : (
              <Caption>No voyage has been logged yet.</Caption>
            )
          }
        </Detail>
      </Card>
      <Card to="/people" title="Passengers" about="Everybody who sailed, and with whom." Icon={Users}>
        <Detail home={home} failed={failed}>
          {({ busiest_person: person }) =>
            person ? (
              <div className="flex items-center gap-3">
                <Medallion name={person.full_name} />
                <div className="min-w-0">
                  <Caption>Most often aboard</Caption>
                  <Link to={`/people/${person.person_slug}`} className={linkClass('relative font-serif text-17')}>
                    {person.full_name}
                  </Link>
                  <Caption>{person.voyage_count === 1 ? '1 voyage' : `${person.voyage_count} voyages`}</Caption>
                </div>
              </div>
            ) : (
              <Caption>Nobody has been recorded yet.</Caption>
            )
          }
        </Detail>
      </Card>
      <Card to="/media-explorer" title="Media Explorer" about="Photographs, films and papers, by folder." Icon={Images}>
        <Detail home={home} failed={failed}>
          {({ newest_photograph: photograph }) =>
            photograph ? (
              <div className="flex items-center gap-3">
                {/* What lies outside is not loaded from here: the sheet stands for it. */}
                <Thumbnail
                  src={photograph.thumbnail_url ?? (photograph.url.startsWith('/') ? photograph.url : null)}
                  alt=""
                  className="size-16 shrink-0"
                />
                <div className="min-w-0">
                  <Caption>Newest photograph</Caption>
                  <p className="font-serif text-17">{photograph.title}</p>
                  {photograph.date && <Caption>{formatDate(photograph.date)}</Caption>}
                </div>
              </div>
            ) : (
              <Caption>No photograph has been added yet.</Caption>
            )
          }
        </Detail>
      </Card>
    </div>
  );
}
