import { Button } from '@archive/ui';
import { ArrowLeft, ArrowRight } from '@archive/ui/icons';
import { Fragment } from 'react';
import type { RecordKind, TimelineDates } from '../timeline-dates.ts';

interface Props {
  dates: TimelineDates;
  date: string;
  onDate(date: string): void;
}

const KINDS: { kind: RecordKind; word: string }[] = [
  { kind: 'voyages', word: 'Voyage' },
  { kind: 'media', word: 'Media' },
];

/** Buttons to the previous and next voyage or media; each shows its target date. */
export function Jumps({ dates, date, onDate }: Props) {
  const jump = (kind: RecordKind) => ({ onDate, textOf: (to: string) => dates.textOf(to, kind) });
  return (
    <nav aria-label="Jump" className="grid grid-cols-2 gap-2 lg:grid-cols-4">
      {KINDS.map(({ kind, word }) => (
        <Fragment key={kind}>
          <Jump back label={`Previous ${word}`} to={dates.previous(date, kind)} {...jump(kind)} />
          <Jump label={`Next ${word}`} to={dates.next(date, kind)} {...jump(kind)} />
        </Fragment>
      ))}
    </nav>
  );
}

interface JumpProps {
  label: string;
  back?: boolean;
  to: string | undefined;
  textOf(date: string): string;
  onDate(date: string): void;
}

/** Uses aria-disabled at the ends, so that the button keeps focus. */
function Jump({ label, back = false, to, textOf, onDate }: JumpProps) {
  const Arrow = back ? ArrowLeft : ArrowRight;
  return (
    <Button
      aria-disabled={to === undefined}
      onClick={() => to !== undefined && onDate(to)}
      className="justify-start! text-left! max-sm:gap-2 max-sm:px-2.5"
    >
      <Arrow aria-hidden className="text-brass" />
      <span className="min-w-0">
        {label}
        <span className="block text-13 font-normal text-faded">
          <span className="sr-only">: </span>
          {to === undefined ? 'none' : textOf(to)}
        </span>
      </span>
    </Button>
  );
}
