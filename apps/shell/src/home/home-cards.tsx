import { Link } from '@archive/router';
import { Fill } from '@archive/shell-api';
import { Button, SkeletonText } from '@archive/ui';
import { Images, Ship, Users } from '@archive/ui/icons';

interface CardProps {
  /** The remote that fills the card. */
  remote: string;
  to: string;
  title: string;
  description: string;
  Icon: typeof Ship;
  /** Today in the user's time zone, `MM-DD`. */
  day: string;
}

function Card({ remote, to, title, description, Icon, day }: CardProps) {
  return (
    <section className="relative flex flex-col rounded border border-rule bg-leaf p-6 transition-colors hover:border-brass focus-within:border-brass">
      <Icon aria-hidden className="size-6 text-brass" />
      <h2 className="mt-4 font-serif text-27">
        <Link to={to} className="after:absolute after:inset-0 after:content-['']">
          {title}
        </Link>
      </h2>
      <p className="mt-1 mb-6 text-faded">{description}</p>
      {/* Inside the slot only the remote's styles and inherited ones apply. */}
      <div className="mt-auto min-h-24 border-t border-rule pt-4 text-13 text-faded">
        <Fill
          remote={remote}
          slot="home-card"
          props={{ day }}
          loading={<SkeletonText />}
          fallback={(retry) => <CardUnavailable title={title} retry={retry} />}
        />
      </div>
    </section>
  );
}

/** Positioned above the link that covers the card, so that the button can be clicked. */
function CardUnavailable({ title, retry }: { title: string; retry: () => void }) {
  return (
    <>
      <p>Can’t load this right now.</p>
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

/** The three cards on Home. Each remote fills its own. */
export function HomeCards({ day }: { day: string }) {
  return (
    <div className="grid gap-6 md:grid-cols-3">
      <Card
        remote="voyages"
        to="/voyages"
        title="Voyages"
        description="The log, by president and owner."
        Icon={Ship}
        day={day}
      />
      <Card
        remote="people"
        to="/people"
        title="Passengers"
        description="Everyone who sailed, and with whom."
        Icon={Users}
        day={day}
      />
      <Card
        remote="media"
        to="/media-explorer"
        title="Media Explorer"
        description="Photographs, films and documents, by folder."
        Icon={Images}
        day={day}
      />
    </div>
  );
}
