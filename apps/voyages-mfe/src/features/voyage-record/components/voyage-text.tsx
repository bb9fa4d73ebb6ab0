import type { Voyage, VoyageTextField } from '@archive/contracts';
import type { QuoteProps } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { RecordSection, type HeadingLevel } from './record-section.tsx';
import { Quotes } from './sources.tsx';

interface Props {
  voyage: Pick<Voyage, VoyageTextField | 'spin'>;
  level: HeadingLevel;
  quoteSize?: QuoteProps['size'];
}

/** The first text is set larger, as a lead paragraph. */
const LEAD = 'sm:text-21/8';

/** Sections below the summary, in page order. Curator notes are not part of the text. */
const SECTIONS = {
  additional_information: 'Additional information',
  spin: 'Yacht spin',
  notes: 'Notes',
} satisfies Record<Exclude<VoyageTextField, 'summary_markdown' | 'notes_internal'> | 'spin', string>;
const NAMES = Object.keys(SECTIONS) as (keyof typeof SECTIONS)[];

/** Prose and quotes of a voyage. */
export function VoyageText({ voyage, level, quoteSize }: Props) {
  const { summary_markdown: summary, spin } = voyage;
  const names = NAMES.filter((name) => (name === 'spin' ? spin.length > 0 : voyage[name]));
  if (!summary && names.length === 0)
    return <p className="font-serif text-17 text-faded italic">No description yet.</p>;
  return (
    <div className="flex flex-col gap-8 print:gap-5">
      {summary && <Prose className={LEAD}>{summary}</Prose>}
      {names.map((name) => (
        <RecordSection key={name} title={SECTIONS[name]} level={level}>
          {name === 'spin' ? (
            <Quotes spins={spin} size={quoteSize} />
          ) : (
            <Prose className={name === 'additional_information' && !summary ? LEAD : undefined}>
              {voyage[name] ?? ''}
            </Prose>
          )}
        </RecordSection>
      ))}
    </div>
  );
}
