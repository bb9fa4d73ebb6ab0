import { placeWordingsQuery } from '@archive/api-client';
import type { PlaceWording } from '@archive/contracts';
import { type Selection, useSelection } from '@archive/editing';
import { useQuery } from '@archive/query';
import { QueryState, usePageTitle } from '@archive/shell-api';
import {
  Button,
  CollapsibleSection,
  EmptyState,
  LinkButton,
  PageHeader,
  Select,
  SkeletonList,
  TextLink,
  formatCount,
  formatDate,
  formatNumber,
} from '@archive/ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { GazetteerCredit } from './find-position.tsx';
import { usePlaceOptions } from './place-dialog.tsx';
import { townDetails, townText } from './place-texts.ts';
import { useDecisions } from './use-decisions.ts';

const keyOf = ({ wording }: PlaceWording) => wording;
/** The first town that is proposed for each wording. */
const firstTowns = (items: readonly PlaceWording[]) =>
  new Map(items.flatMap((item) => (item.candidates[0] ? [[item, item.candidates[0]]] : [])));
type Decisions = ReturnType<typeof useDecisions>;

/** /places/review: how voyages write places that have no record. */
export function ReviewPage() {
  usePageTitle('Places to review');
  const query = useQuery(placeWordingsQuery());
  const { data } = query;
  const content = () => {
    if (!data) return <QueryState query={query} failed="Can’t load the wordings" loading={<SkeletonList />} />;
    if (data.total === 0)
      return (
        <EmptyState title="Nothing to review" action={<LinkButton href="/places">All places</LinkButton>}>
          Every place that a voyage names has a record.
        </EmptyState>
      );
    return <Review items={data.items} total={data.total} />;
  };
  return (
    <div className="space-y-8">
      <p className="text-15">
        <TextLink href="/places">Places</TextLink>
      </p>
      <PageHeader
        title="Places to review"
        lede="How voyages write places that have no record yet, most common first. You decide once which place a wording means. Voyages keep their text."
      />
      {content()}
      <NotPlaces />
    </div>
  );
}

function Review({ items, total }: { items: PlaceWording[]; total: number }) {
  const selection = useSelection(items, keyOf);
  const decisions = useDecisions();
  const list = useRef<HTMLUListElement>(null);
  /** The wording that gets the focus once the decided ones are gone. */
  const next = useRef<string>(undefined);

  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])];
  useEffect(() => {
    if (next.current === undefined) return;
    boxes()
      .find((box) => box.value === next.current)
      ?.focus();
    next.current = undefined;
  }, [items]);

  /** Decides, and moves the focus to the wording after the last decided one. */
  const decide = async (decided: readonly PlaceWording[], decision: () => Promise<boolean>) => {
    const last = items.findLastIndex((item) => decided.includes(item));
    const rest = items.filter((item) => !decided.includes(item));
    next.current = (items.slice(last + 1).find((item) => rest.includes(item)) ?? rest.at(-1))?.wording;
    if (await decision()) selection.deselect(decided);
    else next.current = undefined;
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = (event.target as Element).closest('li');
    const index = boxes().findIndex((box) => row?.contains(box));
    const item = items[index];
    if (!item || decisions.busy) return;
    const target = selection.has(item.wording) ? selection.items : [item];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const proposal = item.proposals[Number(event.key) - 1];
    if (step !== undefined) boxes()[index + step]?.focus();
    // A key that is held down decides about one wording only.
    else if (event.repeat) return;
    else if (event.key === 'n') void decide(target, () => decisions.newPlaces(target));
    else if (event.key === 't') void decide(target, () => decisions.newPlaces(target, firstTowns(target)));
    else if (event.key === 'x') void decide(target, () => decisions.notPlaces(target));
    else if (event.key === 'g') selection.select(items.filter(({ group }) => group === item.group));
    else if (proposal) void decide(target, () => decisions.spelling(target, proposal));
    else return;
    event.preventDefault();
  };

  return (
    <section aria-label="Wordings">
      <p className="mb-3 text-13 text-faded">
        {formatCount(total, 'wording')}
        {total > items.length && `, the ${formatNumber(items.length)} most common of them here`}.
        <span className="pointer-coarse:hidden">
          {' '}
          Keys in the list: <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> selects, <kbd>g</kbd> selects similar ones,{' '}
          <kbd>n</kbd> new place, <kbd>t</kbd> new place at the first town, <kbd>1</kbd> to <kbd>3</kbd> the proposed
          place, <kbd>x</kbd> not a place.
        </span>
      </p>
      {items.some(({ candidates }) => candidates.length > 0) && (
        <p className="mb-3 text-13 text-faded">
          Towns and their coordinates: <GazetteerCredit />. Check that it’s the one the source means.
        </p>
      )}
      <BulkBar selection={selection} decisions={decisions} decide={decide} />
      {/* Keys work on the controls of the list. */}
      <div role="presentation" onKeyDown={handleKeyDown}>
        <ul ref={list} className="border-t border-rule">
          {items.map((item, index) => (
            <WordingRow
              key={item.wording}
              item={item}
              isFollowing={items[index - 1]?.group === item.group}
              selection={selection}
              decisions={decisions}
              decide={decide}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

interface DecidingProps {
  selection: Selection<PlaceWording>;
  decisions: Decisions;
  decide: (decided: readonly PlaceWording[], decision: () => Promise<boolean>) => Promise<void>;
}

function WordingRow({
  item,
  isFollowing,
  selection,
  decisions,
  decide,
}: DecidingProps & { item: PlaceWording; isFollowing: boolean }) {
  const { wording, voyage_count, examples, proposals, candidates } = item;
  return (
    <li
      className={`grid gap-x-6 gap-y-2 border-b border-rule py-3 sm:grid-cols-[minmax(0,1fr)_auto] ${isFollowing ? 'pl-6' : ''}`}
    >
      <div className="min-w-0">
        <label className="flex cursor-pointer items-start gap-3">
          <input
            type="checkbox"
            value={wording}
            checked={selection.has(wording)}
            className="mt-1 size-5 shrink-0 accent-navy"
            onChange={() => undefined}
            onClick={({ shiftKey }) => selection.toggle(wording, shiftKey)}
          />
          <span className="min-w-0 font-serif text-17 font-semibold wrap-anywhere">{wording}</span>
        </label>
        <p className="mt-1 ml-8 text-13 text-faded">
          {formatCount(voyage_count, 'voyage')}:{' '}
          {examples.map(({ voyage_slug, title, start_date }, index) => (
            <span key={voyage_slug}>
              {index > 0 && '; '}
              <TextLink href={`/voyages/${voyage_slug}`}>{title}</TextLink>, {formatDate(start_date)}
            </span>
          ))}
          {voyage_count > examples.length && ' …'}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2 max-sm:ml-8 sm:max-w-lg sm:justify-end">
        {proposals.map((place) => (
          <Button
            key={place.place_slug}
            size="small"
            disabled={decisions.busy}
            aria-label={`${wording} is a spelling of ${place.name}`}
            onClick={() => void decide([item], () => decisions.spelling([item], place))}
          >
            → {place.name}
          </Button>
        ))}
        {candidates.map((town) => (
          <Button
            key={town.geonames}
            size="small"
            className="h-auto py-1 text-left"
            disabled={decisions.busy}
            onClick={() => void decide([item], () => decisions.newPlaces([item], new Map([[item, town]])))}
          >
            <span>
              New place at {townText(town)}{' '}
              <span className="block text-13 font-normal text-faded">{townDetails(town)}</span>
              <span className="sr-only">: {wording}</span>
            </span>
          </Button>
        ))}
        <Button
          size="small"
          disabled={decisions.busy}
          aria-label={`New place: ${wording}`}
          onClick={() => void decide([item], () => decisions.newPlaces([item]))}
        >
          New place
        </Button>
        <Button
          size="small"
          variant="quiet"
          disabled={decisions.busy}
          aria-label={`Not a place: ${wording}`}
          onClick={() => void decide([item], () => decisions.notPlaces([item]))}
        >
          Not a place
        </Button>
      </div>
    </li>
  );
}

/** Decisions about all selected wordings. */
function BulkBar({ selection, decisions, decide }: DecidingProps) {
  const options = usePlaceOptions(undefined);
  const [chosen, setChosen] = useState('');
  const { items } = selection;
  const isEmpty = items.length === 0;
  const place = options.find(({ value }) => value === chosen);
  return (
    <div className="sticky top-0 z-2 mb-3 flex flex-wrap items-center gap-2 rounded border border-rule bg-leaf p-3">
      <span aria-live="polite" className="mr-2 text-15 tabular-nums">
        {formatNumber(items.length)} selected
      </span>
      <Button
        size="small"
        disabled={isEmpty || decisions.busy}
        onClick={() => void decide(items, () => decisions.newPlaces(items))}
      >
        A new place for each
      </Button>
      <Button
        size="small"
        disabled={firstTowns(items).size === 0 || decisions.busy}
        onClick={() => void decide(items, () => decisions.newPlaces(items, firstTowns(items)))}
      >
        New places at the first town
      </Button>
      <Button
        size="small"
        disabled={items.length < 2 || decisions.busy}
        onClick={() => void decide(items, () => decisions.onePlace(items))}
      >
        One new place
      </Button>
      <Select
        label="Spelling of"
        hideLabel
        fieldClassName="w-56 max-sm:w-full"
        disabled={options.length === 0}
        options={[{ value: '', label: 'Spelling of…' }, ...options]}
        value={chosen}
        onChange={({ target }) => setChosen(target.value)}
      />
      <Button
        size="small"
        disabled={isEmpty || decisions.busy || !place}
        onClick={() =>
          place && void decide(items, () => decisions.spelling(items, { place_slug: place.value, name: place.label }))
        }
      >
        Add as spelling
      </Button>
      <Button
        size="small"
        disabled={isEmpty || decisions.busy}
        onClick={() => void decide(items, () => decisions.notPlaces(items))}
      >
        Not places
      </Button>
      <Button size="small" variant="quiet" disabled={isEmpty} onClick={selection.clear}>
        Clear selection
      </Button>
    </div>
  );
}

/** What a curator declared to be no place, in a collapsed section. Renders nothing if there is none. */
function NotPlaces() {
  const { data } = useQuery(placeWordingsQuery({ not_places: '1' }));
  const { backToReview, busy } = useDecisions();
  if (!data || data.total === 0) return null;
  return (
    <CollapsibleSection title="Not places" meta="Not listed for review" count={data.total} defaultOpen={false}>
      <ul className="divide-y divide-rule border-b border-rule">
        {data.items.map((item) => (
          <li key={item.wording} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
            <span className="min-w-0 wrap-anywhere">
              {item.wording}
              <span className="block text-13 text-faded">{formatCount(item.voyage_count, 'voyage')}</span>
            </span>
            <Button
              size="small"
              busy={busy}
              aria-label={`Review again: ${item.wording}`}
              onClick={() => void backToReview([item])}
            >
              Review again
            </Button>
          </li>
        ))}
      </ul>
    </CollapsibleSection>
  );
}
