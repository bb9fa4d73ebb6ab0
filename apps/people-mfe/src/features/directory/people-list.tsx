import { peopleByPresidentQuery, peopleQuery, peopleRolesQuery } from '@archive/api-client';
import type { PeopleByPresident, PeopleRole, PersonListItem } from '@archive/contracts';
import { type QueryKey, type UseQueryOptions, keepPreviousData, useQueries, useQuery } from '@archive/query';
import { QueryState } from '@archive/shell-api';
import { Button, EmptyState, Loading, NoMatchesState, SkeletonBlock, TextLink, formatCount } from '@archive/ui';
import { useCallback, useMemo, useState } from 'react';
import { UNKNOWN_ROLE, bornAndDied, roleOf } from '../person-texts.ts';
import { PAGE_SIZE, type PeopleFilters, type Section, type Sort, withIndexes } from './params.ts';
import { PersonCard, PersonRows, PlaceholderCard } from './person-rows.tsx';

interface PeopleListProps {
  filters: PeopleFilters;
  /** `role` groups by role. */
  sort: Sort | 'role';
  onClear: () => void;
}

/** Matching people as cards, optionally grouped by role. */
export function PeopleList({ filters, sort, onClear }: PeopleListProps) {
  const isSortedByRole = sort === 'role';
  const people = usePages({
    searchKey: JSON.stringify([sort, filters]),
    query: (page) => peopleQuery({ ...filters, sort, ...page }),
    items: (response) => response.items,
  });
  const roles = useQuery({ ...peopleRolesQuery(filters), enabled: isSortedByRole, placeholderData: keepPreviousData });
  const { collapsed, set: setCollapsed } = useCollapsedRoles();

  const total = people.first?.total;
  const sections = useMemo(
    () => (isSortedByRole ? sectionsOf(roles.data ?? [], collapsed) : [singleSection(total ?? 0)]),
    [isSortedByRole, roles.data, collapsed, total],
  );
  const error = people.error ?? (isSortedByRole && !roles.data ? roles.error : null);
  const retry = () => {
    people.retry();
    if (roles.error) void roles.refetch();
  };
  if (error || total === undefined || (isSortedByRole && !roles.data))
    return <PeopleState error={error} onRetry={retry} onClear={onClear} label="Loading passengers..." />;
  if (total === 0) return <NoPeople filters={filters} onClear={onClear} />;

  return (
    <div aria-busy={people.stale} data-stale={people.stale || undefined}>
      <PersonRows
        sections={sections}
        onVisible={people.show}
        onToggle={(section) => setCollapsed(section.key, section.open)}
        card={(index) => {
          const person = people.itemAt(index);
          return person ? <Card key={person.person_slug} person={person} /> : <PlaceholderCard key={index} />;
        }}
      />
    </div>
  );
}

const singleSection = (count: number): Section => ({
  key: '',
  title: null,
  meta: null,
  count,
  firstIndex: 0,
  open: true,
});

const sectionsOf = (roles: PeopleRole[], collapsed: string[]): Section[] =>
  withIndexes(
    roles.map(({ role, people_count: count }) => {
      const key = `role ${role ?? ''}`;
      return { key, title: role ?? UNKNOWN_ROLE, meta: null, count, open: !collapsed.includes(key) };
    }),
  );

const voyages = (count: number) => formatCount(count, 'voyage');

function Card({ person }: { person: PersonListItem }) {
  return (
    <PersonCard
      slug={person.person_slug}
      name={person.full_name}
      portrait={person.portrait_url}
      role={roleOf(person)}
      organization={person.organization}
      note={[bornAndDied(person), voyages(person.voyage_count)].filter(Boolean).join(' · ')}
    />
  );
}

type Group = PeopleByPresident['grouped_by_president'][number];

/** People grouped by the president or owner they sailed with. */
export function PresidentSections({ filters, onClear }: { filters: PeopleFilters; onClear: () => void }) {
  const people = usePages({
    searchKey: JSON.stringify(filters),
    query: (page) => peopleByPresidentQuery({ ...filters, ...page }),
    itemsOnDemand: true,
    items: (response) => response.grouped_by_president.flatMap((group) => group.people),
  });
  const { open, set: setOpen } = useOpenSections();
  const groups = people.first?.grouped_by_president;
  const sections = useMemo(() => presidentSectionsOf(groups ?? [], open), [groups, open]);
  if (people.error || !groups)
    return (
      <PeopleState
        error={people.error}
        onRetry={people.retry}
        onClear={onClear}
        label="Loading president groupings..."
      />
    );
  if (groups.length === 0) return <NoPeople filters={filters} onClear={onClear} />;
  return (
    <div aria-busy={people.stale} data-stale={people.stale || undefined}>
      <PersonRows
        sections={sections}
        onVisible={people.show}
        onToggle={(section) => setOpen(section.key, !section.open)}
        card={(index) => {
          const person = people.itemAt(index);
          if (!person) return <PlaceholderCard key={index} />;
          return (
            <PersonCard
              key={person.person_slug}
              slug={person.person_slug}
              name={person.full_name}
              portrait={person.portrait_url}
              role={person.role_title}
              organization={person.organization}
              note={`Appearances: ${person.appearance_count}`}
            />
          );
        }}
      />
    </div>
  );
}

const presidentSectionsOf = (groups: Group[], openKeys: string[]): Section[] =>
  withIndexes(
    groups.map((group) => {
      const key = group.president_slug ?? 'none';
      return {
        key,
        title: group.president_name ?? 'President/Owner not recorded',
        meta: group.president_party,
        count: group.people_count,
        open: openKeys.includes(key),
      };
    }),
  );

function LoadingPeople({ label }: { label: string }) {
  return (
    <Loading label={label} className="min-h-dvh">
      <p aria-hidden className="mb-4 text-faded">
        {label}
      </p>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {Array.from({ length: 9 }, (_, index) => (
          <SkeletonBlock key={index} className="h-24" />
        ))}
      </div>
    </Loading>
  );
}

interface PeopleStateProps {
  error: Error | null;
  onRetry: () => void;
  onClear: () => void;
  label: string;
}

/** The list without people: it is loading, or it failed. */
function PeopleState({ error, onRetry, onClear, label }: PeopleStateProps) {
  return (
    <QueryState
      query={{ error, isFetching: false, refetch: onRetry }}
      failed="Can’t load passengers"
      invalid={{
        title: 'This search isn’t valid',
        action: <Button onClick={onClear}>Show all passengers</Button>,
      }}
      loading={<LoadingPeople label={label} />}
    />
  );
}

interface NoPeopleProps {
  filters: PeopleFilters;
  onClear: () => void;
}

/** The empty list: no search results, or no passengers in the archive yet. */
function NoPeople({ filters: { q, ...others }, onClear }: NoPeopleProps) {
  const isFiltered = Object.keys(others).length > 0;
  if (q !== undefined || isFiltered)
    return (
      <NoMatchesState title="No passengers found" action={<Button onClick={onClear}>Show all passengers</Button>}>
        {isFiltered ? 'No one matches your search and filter.' : `No name, role, or title contains “${q}”.`}
      </NoMatchesState>
    );
  return (
    <EmptyState title="No passengers found">
      Passengers and crew appear here once a voyage lists them. Browse the <TextLink href="/voyages">voyages</TextLink>.
    </EmptyState>
  );
}

function readStored(key: string): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** A set of names in session storage. */
function useSessionNames(key: string): [string[], (name: string, included: boolean) => void] {
  const [names, setNames] = useState(() => readStored(key));
  const set = (name: string, included: boolean) => {
    const next = included ? [...new Set([...names, name])] : names.filter((item) => item !== name);
    setNames(next);
    sessionStorage.setItem(key, JSON.stringify(next));
  };
  return [names, set];
}

/** Expanded president sections; all are collapsed at first (SPEC section 2, People directory). */
function useOpenSections() {
  const [open, set] = useSessionNames('people.open-sections');
  return { open, set };
}

/** Collapsed role sections; all are expanded at first. */
function useCollapsedRoles() {
  const [collapsed, set] = useSessionNames('people.collapsed-roles');
  return { collapsed, set };
}

/** A paged list of people. */
interface Pages<Data, Item, Key extends QueryKey> {
  /** Identifies the search; pages of a different search are never mixed in. */
  searchKey: string;
  query: (page: { limit: number; offset: number }) => UseQueryOptions<Data, Error, Data, Key>;
  items: (data: Data) => Item[];
  /** Reads the list without any items first, because none may be visible. */
  itemsOnDemand?: boolean;
}

/**
 * Loads pages as they scroll into view. `at(index)` is undefined until its page has loaded. Call `show` with the visible indexes. Pages
 * that were only scrolled past are not loaded.
 */
function usePages<Data, Item, Key extends QueryKey>({
  searchKey,
  query,
  items,
  itemsOnDemand = false,
}: Pages<Data, Item, Key>) {
  const [requested, setRequested] = useState({ searchKey: '', pages: '' });
  const pages =
    requested.searchKey === searchKey && requested.pages !== '' ? requested.pages.split(' ').map(Number) : [];
  const pageQuery = (page: number) => query({ limit: PAGE_SIZE, offset: page * PAGE_SIZE });

  // The first response has the total. During a new search, the previous results stay visible.
  const firstQuery = itemsOnDemand ? query({ limit: 0, offset: 0 }) : pageQuery(0);
  const firstPage = useQuery({ ...firstQuery, placeholderData: keepPreviousData });
  const results = useQueries({ queries: pages.map(pageQuery) });
  const loaded = new Map(pages.map((page, index) => [page, results[index]?.data]));

  const itemAt = (index: number): Item | undefined => {
    const page = Math.floor(index / PAGE_SIZE);
    const data = page === 0 && !itemsOnDemand ? firstPage.data : loaded.get(page);
    return data === undefined ? undefined : items(data)[index % PAGE_SIZE];
  };

  const show = useCallback(
    (indexes: number[]) => {
      const visible = new Set(
        indexes.map((index) => Math.floor(index / PAGE_SIZE)).filter((page) => page > 0 || itemsOnDemand),
      );
      const next = [...visible].join(' ');
      setRequested((current) =>
        current.searchKey === searchKey && current.pages === next ? current : { searchKey, pages: next },
      );
    },
    [searchKey, itemsOnDemand],
  );

  return {
    first: firstPage.data,
    itemAt,
    show,
    stale: firstPage.isPlaceholderData,
    /** Why a page can’t be shown. A failed refresh leaves it as it is. */
    error: [firstPage, ...results].find(({ data, error }) => error && !data)?.error ?? null,
    retry: () => void Promise.all([firstPage, ...results].filter((item) => item.error).map((item) => item.refetch())),
  };
}
