import { FoldSection } from '@archive/ui';
import { useState } from 'react';
import { administrationLabel, termYears } from '../../voyage-record/administration.ts';
import { useOpenedEntries } from '../opened-entries.ts';
import type { LogSection } from '../sections.ts';
import { useSessionSet } from '../session-set.ts';
import { LogEntry } from './log-entry.tsx';

/** The log, administration by administration. What is folded stays folded for the session. */
export function LogSections({ sections, editing }: { sections: LogSection[]; editing: boolean }) {
  const [folded, fold] = useSessionSet('voyages.folded');
  const [opened, open] = useOpenedEntries();
  // One card, or one row of a card, at a time is a form: only one piece of work can ask before it is left.
  const [edited, edit] = useState<string>();
  return (
    <div className="flex flex-col gap-6">
      {sections.map(({ id, owner, entries }) => (
        <FoldSection
          key={id}
          title={administrationLabel(owner)}
          meta={metaOf(owner)}
          count={owner.voyage_count}
          countLabel={countLabel(owner.voyage_count, entries.length)}
          open={!folded.has(id)}
          onOpenChange={(isOpen) => fold(id, !isOpen)}
        >
          <ul>
            {entries.map((entry) => (
              <LogEntry
                key={entry.voyage_slug}
                entry={entry}
                editing={editing}
                edited={edited}
                onEdit={edit}
                open={opened.has(entry.voyage_slug)}
                onOpenChange={(isOpen) => open(entry.voyage_slug, isOpen)}
              />
            ))}
          </ul>
        </FoldSection>
      ))}
    </div>
  );
}

/** Years of the term; an owner outside of presidential service is named here, where the title does not. */
function metaOf(owner: LogSection['owner']): string {
  const years = termYears(owner);
  return [owner.presidential ? '' : owner.president_name, years].filter(Boolean).join(', ');
}

function countLabel(total: number, here: number): string {
  const word = total === 1 ? 'voyage' : 'voyages';
  return here < total ? `${word}, ${here} on this page` : word;
}
