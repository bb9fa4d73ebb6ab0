import { Link } from '@archive/router';
import { Fill } from '@archive/shell-api';
import { Button, SkeletonText } from '@archive/ui';
import type { Ship } from '@archive/ui/icons';
import { iconOf } from '../placement/icons.ts';
import { byPosition, useRemotes } from '../placement/remotes.tsx';

interface CardProps {
  /** The remote that fills the card. */
  remote: string;
  to: string;
  title: string;
  description: string;
  Icon: typeof Ship;
  /** Whether the remote has content for the card. */
  fills: boolean;
  /** Today's date in the user's time zone, `MM-DD`. */
  day: string;
}

function Card({ remote, to, title, description, Icon, fills, day }: CardProps) {
  return (
    <section className="relative flex flex-col rounded border border-rule bg-leaf p-6 transition-colors hover:border-brass focus-within:border-brass">
      <Icon aria-hidden className="size-6 text-brass" />
      <h2 className="mt-4 font-serif text-27">
        <Link to={to} className="after:absolute after:inset-0 after:content-['']">
          {title}
        </Link>
      </h2>
      <p className="mt-1 mb-6 text-faded">{description}</p>
      {fills && (
        // Set text styles here: inside the slot, only inherited styles and the remote's own apply.
        <div className="mt-auto min-h-24 border-t border-rule pt-4 text-13 text-faded">
          <Fill
            remote={remote}
            slot="home-card"
            props={{ day }}
            loading={<SkeletonText />}
            fallback={(retry) => <CardUnavailable title={title} retry={retry} />}
          />
        </div>
      )}
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

/** With this number of cards, the layout is one row of four or two rows of two; otherwise it has three columns. */
const ROW_OF_FOUR = 4;

/** The cards on Home, from the registry. Each remote fills its own. */
export function HomeCards({ day }: { day: string }) {
  const cards = useRemotes().flatMap(({ name, path, home_card, slots = [] }) =>
    home_card ? [{ ...home_card, name, to: path, fills: slots.includes('home-card') }] : [],
  );
  return (
    <div className={`grid gap-6 ${cards.length === ROW_OF_FOUR ? 'sm:grid-cols-2 xl:grid-cols-4' : 'md:grid-cols-3'}`}>
      {byPosition(cards).map(({ name, to, title, description, icon, fills }) => (
        <Card
          key={name}
          remote={name}
          to={to}
          title={title}
          description={description}
          Icon={iconOf(icon)}
          fills={fills}
          day={day}
        />
      ))}
    </div>
  );
}
