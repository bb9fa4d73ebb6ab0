import { Link } from '@archive/router';
import { Fill } from '@archive/shell-api';
import { Button, SkeletonText } from '@archive/ui';
import { Images, Ship, Users } from '@archive/ui/icons';

interface CardProps {
  /** The remote whose living detail stands in it. */
  remote: string;
  to: string;
  title: string;
  about: string;
  Icon: typeof Ship;
  /** Today where the reader is, `MM-DD`. */
  day: string;
}

function Card({ remote, to, title, about, Icon, day }: CardProps) {
  return (
    <section className="relative flex flex-col rounded border border-rule bg-leaf p-6 transition-colors hover:border-brass focus-within:border-brass">
      <Icon aria-hidden className="size-6 text-brass" />
      <h2 className="mt-4 font-serif text-27">
        <Link to={to} className="after:absolute after:inset-0 after:content-['']">
          {title}
        </Link>
      </h2>
      <p className="mt-1 mb-6 text-faded">{about}</p>
      {/* Inside the slot only the remote's own styles apply, and what is inherited. */}
      <div className="mt-auto min-h-24 border-t border-rule pt-4 text-13 text-faded">
        <Fill
          remote={remote}
          slot="home-card"
          props={{ day }}
          loading={<SkeletonText />}
          fallback={(retry) => <Away title={title} retry={retry} />}
        />
      </div>
    </section>
  );
}

/** Above the link that covers the card, so that it can be pressed. */
function Away({ title, retry }: { title: string; retry: () => void }) {
  return (
    <>
      <p>This cannot be shown at the moment.</p>
      <Button
        size="small"
        style={{ position: 'relative', marginTop: 8 }}
        aria-label={`Try again: ${title}`}
        onClick={retry}
      >
        Try again
      </Button>
    </>
  );
}

/** The three ways into the archive, each with something from it (06-look, Home), which is the remote's own. */
export function HomeCards({ day }: { day: string }) {
  return (
    <div className="grid gap-6 md:grid-cols-3">
      <Card
        remote="voyages"
        to="/voyages"
        title="Voyages"
        about="The log, under each president and owner."
        Icon={Ship}
        day={day}
      />
      <Card
        remote="people"
        to="/people"
        title="Passengers"
        about="Everybody who sailed, and with whom."
        Icon={Users}
        day={day}
      />
      <Card
        remote="media"
        to="/media-explorer"
        title="Media Explorer"
        about="Photographs, films and papers, by folder."
        Icon={Images}
        day={day}
      />
    </div>
  );
}
