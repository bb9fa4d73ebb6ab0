import { companionsQuery, messageOf, searchOverviewQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { Button, FailedState, Panel, Select, SkeletonText } from '@archive/ui';
import { useState } from 'react';
import { BarChart } from './bar-chart.tsx';

const COMPANIONS = 12;
const TITLE = 'Companions';

/** Who sailed with whom: the companions of someone who sailed often. */
export function Companions() {
  const [chosenPerson, setChosen] = useState<string>();
  const overview = useQuery(searchOverviewQuery({ kind: 'voyage' }));
  const people = overview.data?.facets.person ?? [];
  const slug = chosenPerson ?? people[0]?.value ?? '';
  const companions = useQuery({ ...companionsQuery(slug, COMPANIONS), enabled: slug !== '' });
  const failed = overview.error ? overview : companions.error ? companions : undefined;
  if (failed)
    return (
      <Panel className="p-5 sm:p-6">
        <FailedState
          level={2}
          title="Can’t load the companions"
          action={<Button onClick={() => void failed.refetch()}>Retry</Button>}
        >
          {messageOf(failed.error)}
        </FailedState>
      </Panel>
    );
  if (overview.isPending || (slug !== '' && companions.isPending && !chosenPerson))
    return (
      <Panel className="p-5 sm:p-6">
        <SkeletonText />
      </Panel>
    );
  const counts = (companions.data?.items ?? []).map(({ full_name, shared_count }) => ({
    label: full_name,
    count: shared_count,
  }));
  return (
    <BarChart title={TITLE} column="Person" counts={counts}>
      {people.length > 0 && (
        <Select
          label="Aboard with"
          fieldClassName="mt-3 max-w-xs"
          options={people.map(({ value, label }) => ({ value, label }))}
          value={slug}
          onChange={({ target }) => setChosen(target.value)}
        />
      )}
    </BarChart>
  );
}
