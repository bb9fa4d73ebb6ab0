import type { Voyage } from '@archive/contracts';
import type { QuoteProps } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { Part, type Level } from './part.tsx';
import { Quotes } from './quotes.tsx';

interface Props {
  voyage: Voyage;
  level: Level;
  quoteSize?: QuoteProps['size'];
}

/** The first text of a record is set larger, as a paper sets the head of its story. */
const LEAD = 'sm:text-21/8';

/** What is told of a voyage: summary, additional information, quotations, notes. */
export function VoyageText({ voyage, level, quoteSize }: Props) {
  const { summary_markdown: summary, additional_information: additional, notes, spin } = voyage;
  if (!summary && !additional && !notes && spin.length === 0)
    return <p className="font-serif text-17 text-faded italic">No account of this voyage has been written yet.</p>;
  return (
    <div className="flex flex-col gap-8 print:gap-5">
      {summary && <Prose className={LEAD}>{summary}</Prose>}
      {additional && (
        <Part title="Additional information" level={level}>
          <Prose className={summary ? undefined : LEAD}>{additional}</Prose>
        </Part>
      )}
      {spin.length > 0 && (
        <Part title="Yacht spin" level={level}>
          <Quotes spins={spin} size={quoteSize} />
        </Part>
      )}
      {notes && (
        <Part title="Notes" level={level}>
          <Prose>{notes}</Prose>
        </Part>
      )}
    </div>
  );
}
