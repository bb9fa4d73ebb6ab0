import { exportFiles, placeLettersQuery, type PlaceParams, placesQuery, placeWordingsQuery } from '@archive/api-client';
import type { PlaceListItem } from '@archive/contracts';
import { SearchBox } from '@archive/editing';
import { keepPreviousData, useQuery } from '@archive/query';
import { Link, useNavigate } from '@archive/router';
import {
  QueryState,
  useAllows,
  useEditMode,
  usePageTitle,
  useQueuedSearchParams,
  useSession,
} from '@archive/shell-api';
import {
  Badge,
  Button,
  DownloadMenu,
  EmptyState,
  LinkButton,
  NoMatchesState,
  PageHeader,
  Pagination,
  Select,
  SkeletonList,
  formatCount,
  formatNumber,
  lazyComponent,
} from '@archive/ui';
import { Plus } from '@archive/ui/icons';
import { useState } from 'react';
import { Letters } from '../directory/letters.tsx';
import { KIND_LABELS, KIND_OPTIONS } from './place-texts.ts';

const PlaceDialog = lazyComponent(() => import('./place-dialog.tsx'), 'PlaceDialog');

const PAGE_SIZE = 200;
const UNPLACED = 'unplaced';
const SHOWN_OPTIONS = [
  { value: '', label: 'All kinds' },
  ...KIND_OPTIONS,
  { value: UNPLACED, label: 'No coordinates' },
];
const SORT_OPTIONS = [
  { value: '', label: 'By name' },
  { value: 'voyages', label: 'Most voyages first' },
];

/** /places: the places that voyages name. */
export function PlacesPage() {
  usePageTitle('Places');
  const { editing } = useEditMode();
  const proposes = useSession().role === 'contributor';
  const [params, change] = useQueuedSearchParams();
  const value = (name: string) => params.get(name) ?? '';
  const set = (name: string, next: string) =>
    change((latest) => {
      if (next === '') latest.delete(name);
      else latest.set(name, next);
      if (name !== 'page') latest.delete('page');
      return latest;
    });
  const page = Math.max(1, Math.trunc(Number(value('page'))) || 1);
  const kind = KIND_OPTIONS.find((option) => option.value === value('show'))?.value;
  const filters = {
    ...(value('q') === '' ? {} : { q: value('q') }),
    ...(kind === undefined ? {} : { kind }),
    ...(value('show') === UNPLACED ? { unplaced: '1' as const } : {}),
  };
  const letter = /^[A-Z#]$/.test(value('letter')) ? value('letter') : undefined;
  const letters = useQuery({ ...placeLettersQuery(filters), placeholderData: keepPreviousData });
  return (
    <div className="space-y-8">
      <PageHeader
        title="Places"
        lede="Places the yacht visited."
        actions={
          <>
            {editing && <ReviewLink />}
            {(editing || proposes) && <NewPlace label={proposes ? 'Propose a place' : 'New place'} />}
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox
          label="Search places"
          placeholder="Search by name or spelling"
          value={value('q')}
          onSearch={(q) => set('q', q)}
          className="min-w-0 flex-1 max-sm:basis-full"
        />
        <Select
          label="Show"
          hideLabel
          fieldClassName="w-52 max-sm:min-w-0 max-sm:flex-1"
          options={SHOWN_OPTIONS}
          value={kind ?? (value('show') === UNPLACED ? UNPLACED : '')}
          onChange={(event) => set('show', event.target.value)}
        />
        <Select
          label="Sort by"
          hideLabel
          fieldClassName="w-52 max-sm:min-w-0 max-sm:flex-1"
          options={SORT_OPTIONS}
          value={value('sort') === 'voyages' ? 'voyages' : ''}
          onChange={(event) => set('sort', event.target.value)}
        />
        <DownloadMenu
          label="Export"
          files={exportFiles('places', {
            ...filters,
            letter,
            sort: value('sort') === 'voyages' ? 'voyages' : undefined,
          })}
        />
      </div>
      <Letters
        used={letters.data?.map((item) => item.letter)}
        current={letter}
        onChange={(next) => set('letter', next)}
      />
      <PlaceList
        query={{
          ...filters,
          ...(letter === undefined ? {} : { letter }),
          sort: value('sort') === 'voyages' ? 'voyages' : 'name',
          limit: PAGE_SIZE,
          offset: (page - 1) * PAGE_SIZE,
        }}
        page={page}
        hrefOf={(next) =>
          `/places?${new URLSearchParams([...params].filter(([name]) => name !== 'page').concat([['page', String(next)]]))}`
        }
        isFiltered={letter !== undefined || Object.keys(filters).length > 0}
        onClear={() => change(() => new URLSearchParams())}
      />
    </div>
  );
}

interface PlaceListProps {
  query: PlaceParams;
  page: number;
  hrefOf: (page: number) => string;
  isFiltered: boolean;
  onClear: () => void;
}

function PlaceList({ query: params, page, hrefOf, isFiltered, onClear }: PlaceListProps) {
  const query = useQuery({ ...placesQuery(params), placeholderData: keepPreviousData });
  const isCurator = useAllows('curator');
  const { data } = query;
  if (!data) return <QueryState query={query} failed="Can’t load the places" loading={<SkeletonList />} />;
  if (data.total === 0)
    return isFiltered ? (
      <NoMatchesState title="No places found" action={<Button onClick={onClear}>Show all places</Button>} />
    ) : (
      <EmptyState
        title="No places yet"
        action={isCurator && <LinkButton href="/places/review">Places to review</LinkButton>}
      >
        Places come from the wording of voyages. Curators decide which wordings are the same place.
      </EmptyState>
    );
  return (
    <>
      <ul className="grid gap-x-8 border-t border-rule sm:grid-cols-2 lg:grid-cols-3">
        {data.items.map((place) => (
          <PlaceRow key={place.place_slug} place={place} />
        ))}
      </ul>
      {data.total > PAGE_SIZE && <Pagination page={page} pageSize={PAGE_SIZE} total={data.total} hrefOf={hrefOf} />}
    </>
  );
}

function PlaceRow({ place }: { place: PlaceListItem }) {
  return (
    <li className="group relative border-b border-rule py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link
          to={`/places/${place.place_slug}`}
          className="min-w-0 font-serif text-17 font-semibold wrap-anywhere text-ink group-hover:text-navy after:absolute after:inset-0"
        >
          {place.name}
        </Link>
        <span className="text-13 text-faded tabular-nums">{formatCount(place.voyage_count, 'voyage')}</span>
      </div>
      <p className="flex flex-wrap items-center gap-2 text-13 text-faded">
        {[place.kind === 'other' ? null : KIND_LABELS[place.kind], place.part_of_name].filter(Boolean).join(' · ')}
        {place.latitude === null && <Badge>No coordinates</Badge>}
      </p>
    </li>
  );
}

/** For curators: the page of wordings without a place, with their number. */
function ReviewLink() {
  const { data } = useQuery(placeWordingsQuery({ limit: 1 }));
  return (
    <LinkButton href="/places/review">
      Places to review{data && data.total > 0 ? ` (${formatNumber(data.total)})` : ''}
    </LinkButton>
  );
}

function NewPlace({ label }: { label: string }) {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <Button icon={<Plus aria-hidden />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <PlaceDialog
          onClose={() => setOpen(false)}
          onSaved={({ place_slug }) => void navigate(`/places/${place_slug}`)}
        />
      )}
    </>
  );
}
