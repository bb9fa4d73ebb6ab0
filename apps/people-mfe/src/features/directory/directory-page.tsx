import { exportFiles } from '@archive/api-client';
import { SearchBox } from '@archive/editing';
import { useNavigate } from '@archive/router';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import { Button, DownloadMenu, LinkButton, PageHeader, Select, lazyComponent } from '@archive/ui';
import { Plus } from '@archive/ui/icons';
import { useState } from 'react';
import { PeopleList } from './components/people-list.tsx';
import { PresidentSections } from './components/president-sections.tsx';
import { Stats } from './components/stats.tsx';
import { useDirectoryParams } from './params.ts';

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
  const { q, grouping, sort, shown, filters, setQ, setGrouping, setSort, setShown, clear } = useDirectoryParams();
  const { editing } = useEditMode();
  const order = grouping === 'role' ? 'role' : sort;
  return (
    <div className="space-y-8">
      <PageHeader
        title="Passengers"
        lede="Everyone known to have sailed or served aboard, and the voyages they took."
        actions={
          editing && (
            <>
              <LinkButton href="/people/duplicates">Possible duplicates</LinkButton>
              <NewPerson />
            </>
          )
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
      {grouping === 'president' ? (
        <PresidentSections filters={filters} onClear={clear} />
      ) : (
        <PeopleList filters={filters} sort={order} onClear={clear} />
      )}
    </div>
  );
}

function NewPerson() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        New Person
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
