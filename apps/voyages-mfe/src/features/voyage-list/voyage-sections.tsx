import type { Administration } from '@archive/contracts';
import { useLocation } from '@archive/router';
import { CollapsibleSection, Select, pluralize } from '@archive/ui';
import { useEffect, useState } from 'react';
import { administrationLabel, termYears } from '../voyage-record/administration.ts';
import type { scrollTargetOf } from '../voyage-record/origin.ts';
import { type ListSection, sectionIdOf } from './sections.ts';
import { VoyageEntry } from './voyage-entry.tsx';

interface VoyageSectionsProps {
  sections: ListSection[];
  editing: boolean;
  /** Where to scroll: the slug of a voyage that was just saved, or of one to expand, or the id of a section. */
  target: ReturnType<typeof scrollTargetOf>;
}

/** The list by administration. Collapsed sections stay collapsed for the session. */
export function VoyageSections({
  sections,
  editing,
  target: { saved, expanded: toExpand, administration },
}: VoyageSectionsProps) {
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

interface GoToAdministrationProps {
  administrations: Administration[];
  onChoose(id: string): void;
}

/** Goes to the first voyage of an administration, on whichever page it is. Disabled, not hidden, without a choice: nothing moves when the list arrives. */
export function GoToAdministration({ administrations, onChoose }: GoToAdministrationProps) {
  return (
    <Select
      label="Go to administration"
      hideLabel
      disabled={administrations.length < 2}
      value=""
      fieldClassName="w-52"
      options={[
        { value: '', label: 'Go to administration', disabled: true },
        ...administrations.map((administration) => ({
          value: sectionIdOf(administration),
          label: `${administration.presidential || administration.president_name === null ? administrationLabel(administration) : administration.president_name} (${administration.voyage_count})`,
        })),
      ]}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}

const storedAt = (key: string) => `voyages.expanded.${key}`;

/**
 * Expanded voyages, stored per history entry, so that going back restores the page height and with it the scroll position. A
 * change of filters or page keeps them.
 */
function useExpandedEntries(): [ReadonlySet<string>, (slug: string, open: boolean) => void] {
  const { key } = useLocation();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => readSessionSet(storedAt(key)));
  useEffect(() => storeSessionSet(storedAt(key), expanded), [key, expanded]);
  return [expanded, (slug, open) => setExpanded(setMember(expanded, slug, open))];
}

function readSessionSet(key: string): Set<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : []);
  } catch {
    return new Set();
  }
}

function storeSessionSet(key: string, set: ReadonlySet<string>): void {
  try {
    if (set.size > 0) sessionStorage.setItem(key, JSON.stringify([...set]));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage can be unavailable; the state then lasts until the page is closed.
  }
}

/** A copy of the set with or without a name. */
function setMember(set: ReadonlySet<string>, name: string, member: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (member) next.add(name);
  else next.delete(name);
  return next;
}

/** A set of names stored for the browser session (SPEC section 3, session-stored UI state). */
function useSessionSet(key: string): [ReadonlySet<string>, (name: string, member: boolean) => void] {
  const [set, setSet] = useState<ReadonlySet<string>>(() => readSessionSet(key));
  const change = (name: string, member: boolean) => {
    const next = setMember(set, name, member);
    storeSessionSet(key, next);
    setSet(next);
  };
  return [set, change];
}
