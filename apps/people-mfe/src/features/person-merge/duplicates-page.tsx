import { duplicateCandidatesQuery, notDuplicatesQuery } from '@archive/api-client';
import type { DuplicateCandidate, PersonListItem } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { QueryState, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Avatar,
  Button,
  CollapsibleSection,
  EmptyState,
  LinkButton,
  PageHeader,
  TextLink,
  formatCount,
  formatDate,
  formatNumber,
} from '@archive/ui';
import { bornAndDied, roleOf } from '../person-texts.ts';
import { NotDuplicateButton, useDismissDuplicate } from './not-duplicate.tsx';

/** /people/duplicates: pairs of records with similar names. */
export function DuplicatesPage() {
  usePageTitle('Possible duplicates');
  const { editing } = useEditMode();
  const query = useQuery(duplicateCandidatesQuery());
  const { data } = query;
  const content = () => {
    if (!data)
      return (
        <QueryState query={query} failed="Can’t load possible duplicates" loading="Loading possible duplicates..." />
      );
    if (data.items.length === 0)
      return <EmptyState title="No possible duplicates">No two people in the archive have similar names.</EmptyState>;
    return (
      <div>
        {data.total > data.items.length && (
          <p className="mb-3 text-13 text-faded">
            Showing the {data.items.length} most likely of {formatNumber(data.total)} pairs.
          </p>
        )}
        <ul className="divide-y divide-rule border-y border-rule">
          {data.items.map((pair) => (
            <PairRow key={pair.people.map(({ person_slug }) => person_slug).join(' ')} pair={pair} editing={editing} />
          ))}
        </ul>
      </div>
    );
  };
  return (
    <div className="space-y-8">
      <p className="text-15">
        <TextLink href="/people">Passengers</TextLink>
      </p>
      <PageHeader
        title="Possible duplicates"
        lede="Pairs of records that may describe the same person, most likely first. Compare a pair before you merge it."
      />
      {content()}
      <DismissedDuplicates />
    </div>
  );
}

function PairRow({ pair: { people }, editing }: { pair: DuplicateCandidate; editing: boolean }) {
  const [first, second] = people;
  if (!first || !second) return null;
  return (
    <li className="grid items-center gap-x-6 gap-y-3 py-4 sm:grid-cols-[1fr_1fr_auto]">
      <PersonSummary person={first} />
      <PersonSummary person={second} />
      <div className="flex flex-wrap gap-2">
        <LinkButton
          size="small"
          href={`/people/duplicates/${first.person_slug}/${second.person_slug}`}
          aria-label={`Compare ${first.full_name} and ${second.full_name}`}
        >
          Compare
        </LinkButton>
        {editing && <NotDuplicateButton first={first} second={second} />}
      </div>
    </li>
  );
}

const voyages = (count: number) => formatCount(count, 'voyage');

function PersonSummary({ person }: { person: PersonListItem }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={person.full_name} size="small" src={person.portrait_url} />
      <div className="min-w-0">
        <p className="font-serif text-17 leading-tight font-semibold wrap-anywhere">{person.full_name}</p>
        <p className="text-13 text-faded tabular-nums">
          {[roleOf(person), bornAndDied(person), voyages(person.voyage_count)].filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  );
}

/** Dismissed pairs, in a collapsed section. Renders nothing if there are none. */
function DismissedDuplicates() {
  const { editing } = useEditMode();
  const { data } = useQuery(notDuplicatesQuery());
  const { restore, busy } = useDismissDuplicate();
  if (!data || data.total === 0) return null;
  return (
    <CollapsibleSection
      title="Different people"
      meta="Not listed as possible duplicates"
      count={data.total}
      defaultOpen={false}
    >
      <ul className="divide-y divide-rule border-b border-rule">
        {data.items.map(({ people: [first, second], dismissed_by, dismissed_at }) =>
          first && second ? (
            <li
              key={`${first.person_slug} ${second.person_slug}`}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
            >
              <p className="min-w-0 wrap-anywhere">
                {first.full_name} and {second.full_name}
                <span className="block text-13 text-faded">
                  marked by {dismissed_by}, {formatDate(dismissed_at)}
                </span>
              </p>
              {editing && (
                <Button
                  size="small"
                  busy={busy}
                  aria-label={`Move back to possible duplicates: ${first.full_name} and ${second.full_name}`}
                  onClick={() => void restore(first, second)}
                >
                  Move back to possible duplicates
                </Button>
              )}
            </li>
          ) : null,
        )}
      </ul>
    </CollapsibleSection>
  );
}
