import { CollapsibleSection, pluralize } from '@archive/ui';
import { useEffect, useState } from 'react';
import { administrationLabel, termYears } from '../../voyage-record/administration.ts';
import type { scrollTargetOf } from '../../voyage-record/scroll-target.ts';
import { useExpandedEntries } from '../expanded-entries.ts';
import type { ListSection } from '../sections.ts';
import { useSessionSet } from '../session-set.ts';
import { VoyageEntry } from './voyage-entry.tsx';

interface Props {
  sections: ListSection[];
  editing: boolean;
  /** Where to scroll: the slug of a voyage that was just saved, or of one to expand, or the id of a section. */
  target: ReturnType<typeof scrollTargetOf>;
}

/** The list by administration. Collapsed sections stay collapsed for the session. */
export function VoyageSections({ sections, editing, target: { saved, expanded: toExpand, administration } }: Props) {
  const [collapsed, setCollapsed] = useSessionSet('voyages.collapsed');
  const [expanded, setExpanded] = useExpandedEntries();
  // Only one card or media row is editable at a time, because only one leave confirmation can be open.
  const [edited, edit] = useState<string>();
  useEffect(() => {
    if (administration === undefined) return;
    const section = document.getElementById(sectionId(administration));
    section?.scrollIntoView();
    section?.querySelector('button')?.focus({ preventScroll: true });
  }, [administration]);
  useEffect(() => {
    if (toExpand !== undefined) setExpanded(toExpand, true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- it can be collapsed afterward
  }, [toExpand]);
  const shown = saved ?? toExpand;
  return (
    <div className="flex flex-col gap-6">
      {sections.map(({ id, owner, entries }) => (
        <div key={id} id={sectionId(id)}>
          <CollapsibleSection
            title={administrationLabel(owner)}
            meta={metaOf(owner)}
            count={owner.voyage_count}
            countLabel={countLabel(owner.voyage_count, entries.length)}
            open={
              !collapsed.has(id) || id === administration || entries.some(({ voyage_slug }) => voyage_slug === shown)
            }
            onOpenChange={(isOpen) => setCollapsed(id, !isOpen)}
          >
            <ul>
              {entries.map((entry) => (
                <VoyageEntry
                  key={entry.voyage_slug}
                  entry={entry}
                  editing={editing}
                  saved={entry.voyage_slug === saved}
                  shown={entry.voyage_slug === shown}
                  showsMedia={entry.voyage_slug === toExpand}
                  edited={edited}
                  onEdit={edit}
                  open={expanded.has(entry.voyage_slug)}
                  onOpenChange={(isOpen) => setExpanded(entry.voyage_slug, isOpen)}
                />
              ))}
            </ul>
          </CollapsibleSection>
        </div>
      ))}
    </div>
  );
}

const sectionId = (id: string) => `administration-${id}`;

/** Years of the term, preceded by the owner's name if the title lacks it. */
function metaOf(owner: ListSection['owner']): string {
  const years = termYears(owner);
  return [owner.presidential ? '' : owner.president_name, years].filter(Boolean).join(', ');
}

function countLabel(total: number, onPage: number): string {
  const word = pluralize(total, 'voyage');
  return onPage < total ? `${word}, ${onPage} on this page` : word;
}
