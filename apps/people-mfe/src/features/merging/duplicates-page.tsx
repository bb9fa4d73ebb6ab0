import { lookAlikesQuery, messageOf } from '@archive/api-client';
import type { LookAlike, PersonListItem } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import {
  amountOf,
  Button,
  EmptyState,
  FailedState,
  LinkButton,
  Loading,
  Medallion,
  PageHeader,
  SkeletonList,
  TextLink,
} from '@archive/ui';
import { roleOf } from '../directory/role-of.ts';
import { bornAndDied } from '../person/lifespan.ts';
import { NotTheSame } from './not-the-same.tsx';
import { SaidApart } from './said-apart.tsx';

/** /people/duplicates: people whose names look alike, in pairs. */
export function DuplicatesPage() {
  usePageTitle('Look-alikes');
  const { editing } = useEditMode();
  const { data, error, refetch } = useQuery(lookAlikesQuery());
  const content = () => {
    if (error)
      return (
        <FailedState
          title="The look-alikes cannot be shown"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {messageOf(error)}
        </FailedState>
      );
    if (!data)
      return (
        <Loading label="Loading look-alikes...">
          <SkeletonList />
        </Loading>
      );
    if (data.items.length === 0)
      return <EmptyState title="No look-alikes">Every name of the archive is clearly somebody else’s.</EmptyState>;
    return (
      <div>
        {data.total > data.items.length && (
          <p className="mb-3 text-13 text-faded">
            The {data.items.length} surest of {data.total.toLocaleString('en-US')} pairs.
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
        title="Look-alikes"
        lede="Names so alike that two records may be of one person. The surest come first; nothing is changed before you have compared them."
      />
      {content()}
      <SaidApart />
    </div>
  );
}

function PairRow({ pair: { people }, editing }: { pair: LookAlike; editing: boolean }) {
  const [one, other] = people;
  if (!one || !other) return null;
  return (
    <li className="grid items-center gap-x-6 gap-y-3 py-4 sm:grid-cols-[1fr_1fr_auto]">
      <Somebody person={one} />
      <Somebody person={other} />
      <div className="flex flex-wrap gap-2">
        <LinkButton
          size="small"
          href={`/people/duplicates/${one.person_slug}/${other.person_slug}`}
          aria-label={`Compare ${one.full_name} and ${other.full_name}`}
        >
          Compare
        </LinkButton>
        {editing && <NotTheSame one={one} other={other} />}
      </div>
    </li>
  );
}

const voyages = (count: number) => amountOf(count, 'voyage');

function Somebody({ person }: { person: PersonListItem }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Medallion name={person.full_name} size="small" />
      <div className="min-w-0">
        <p className="font-serif text-17 leading-tight font-semibold wrap-anywhere">{person.full_name}</p>
        <p className="text-13 text-faded tabular-nums">
          {[roleOf(person), bornAndDied(person), voyages(person.voyage_count)].filter(Boolean).join(' · ')}
        </p>
      </div>
    </div>
  );
}
