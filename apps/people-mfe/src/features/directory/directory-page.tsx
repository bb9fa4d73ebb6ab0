import { exportFiles, peopleLettersQuery, peopleStatsQuery } from '@archive/api-client';
import { SearchBox } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import { useNavigate } from '@archive/router';
import { useEditMode, usePageTitle, useSession } from '@archive/shell-api';
import {
  Button,
  DownloadMenu,
  LinkButton,
  PageHeader,
  Select,
  StatCard,
  formatDecimal,
  formatNumber,
  lazyComponent,
} from '@archive/ui';
import { Plus } from '@archive/ui/icons';
import { useState } from 'react';
import { Letters } from './letters.tsx';
import { type PeopleFilters, useDirectoryParams } from './params.ts';
import { PeopleList, PresidentSections } from './people-list.tsx';

const PersonDialog = lazyComponent(() => import('../person-editing/person-dialog.tsx'), 'PersonDialog');

const GROUPING_OPTIONS = [
  { value: 'none', label: 'No Grouping' },
  { value: 'role', label: 'Group by Role/Title' },
  { value: 'president', label: 'Group by President/Owner' },
];

const SORT_OPTIONS = [
  { value: 'name', label: 'By name' },
  { value: 'voyages', label: 'Most voyages first' },
  { value: 'first', label: 'Earliest voyage first' },
];
const SHOWN_OPTIONS = [
  { value: 'all', label: 'Everyone' },
  { value: 'passengers', label: 'Passengers & guests' },
  { value: 'crew', label: 'Crew' },
  { value: 'portrait', label: 'With portrait' },
];

/** /people: everyone who sailed or served aboard. */
export function DirectoryPage() {
  usePageTitle('Passengers');
  const { q, grouping, sort, shown, filters, setQ, setGrouping, setSort, setShown, setLetter, clear } =
    useDirectoryParams();
  const { editing } = useEditMode();
  const proposes = useSession().role === 'contributor';
  const order = grouping === 'role' ? 'role' : sort;
  return (
    <div className="space-y-8">
      <PageHeader
        title="Passengers"
        lede="Everyone known to have sailed or served aboard, and the voyages they took."
        actions={
          <>
            <LinkButton href="/places">Places</LinkButton>
            {editing && <LinkButton href="/people/duplicates">Possible duplicates</LinkButton>}
            {(editing || proposes) && <NewPerson label={proposes ? 'Propose a person' : 'New Person'} />}
          </>
        }
      />
      <Stats />
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox
          label="Search passengers"
          placeholder="Search by name, crew role, or title"
          value={q}
          onSearch={setQ}
          className="min-w-0 flex-1 max-sm:basis-full"
        />
        <Select
          label="Grouping"
          hideLabel
          fieldClassName="w-64 max-sm:w-full"
          options={GROUPING_OPTIONS}
          value={grouping}
          onChange={(event) => setGrouping(event.target.value)}
        />
        <Select
          label="Show"
          hideLabel
          fieldClassName="w-52 max-sm:min-w-0 max-sm:flex-1"
          options={SHOWN_OPTIONS}
          value={shown}
          onChange={(event) => setShown(event.target.value)}
        />
        {grouping === 'none' && (
          <Select
            label="Sort by"
            hideLabel
            fieldClassName="w-48 max-sm:min-w-0 max-sm:flex-1"
            options={SORT_OPTIONS}
            value={sort}
            onChange={(event) => setSort(event.target.value)}
          />
        )}
        <DownloadMenu
          label="Export"
          files={exportFiles('people', { ...filters, sort: order === 'name' ? undefined : order })}
        />
      </div>
      {grouping === 'none' && <PeopleLetters filters={filters} onChange={setLetter} />}
      {grouping === 'president' ? (
        <PresidentSections filters={filters} onClear={clear} />
      ) : (
        <PeopleList filters={filters} sort={order} onClear={clear} />
      )}
    </div>
  );
}

function PeopleLetters({
  filters: { letter: current, ...filters },
  onChange,
}: {
  filters: PeopleFilters;
  onChange: (letter: string) => void;
}) {
  const { data } = useQuery({ ...peopleLettersQuery(filters), placeholderData: keepPreviousData });
  return <Letters used={data?.map(({ letter }) => letter)} current={current} onChange={onChange} />;
}

function NewPerson({ label }: { label: string }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <PersonDialog
          onClose={() => setOpen(false)}
          onSaved={({ person_slug }) => void navigate(`/people/${person_slug}`)}
        />
      )}
    </>
  );
}

/** On a phone, figure and label share a line to save height. */
const ROW_ON_PHONE = 'max-sm:flex-row-reverse max-sm:items-baseline max-sm:gap-3 max-sm:py-2';

/** Placeholder with the height and baseline of a figure. */
const Unknown = () => (
  <span aria-hidden className="animate-breathe rounded-sm bg-rule/65">
    <span className="invisible">000</span>
  </span>
);

/** The three figures above the directory. A failure shows dashes; the list below reports the error. */
function Stats() {
  const { data, isPending } = useQuery(peopleStatsQuery());
  const figure = (value: string | undefined) =>
    isPending ? <Unknown /> : (value ?? <span aria-label="unknown">–</span>);
  return (
    <dl className="grid grid-cols-3 gap-3 max-sm:grid-cols-1 max-sm:gap-2">
      <StatCard className={ROW_ON_PHONE} label="Total People" value={figure(data && formatNumber(data.total_people))} />
      <StatCard
        className={ROW_ON_PHONE}
        label="Unique Titles"
        value={figure(data && formatNumber(data.unique_titles))}
      />
      <StatCard
        className={ROW_ON_PHONE}
        label="Avg Voyages per Person"
        value={figure(data && formatDecimal(data.avg_voyages_per_passenger))}
      />
    </dl>
  );
}
