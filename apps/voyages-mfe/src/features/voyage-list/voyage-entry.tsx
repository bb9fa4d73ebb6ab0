import { voyageQuery } from '@archive/api-client';
import type { VoyageListItem } from '@archive/contracts';
import { useQueryClient } from '@archive/query';
import { Link, useLocation } from '@archive/router';
import { Badge, DateBlock, Panel, Route, Thumbnail, cx, lazyComponent } from '@archive/ui';
import { ChevronDown, Users } from '@archive/ui/icons';
import { useEffect, useId, useRef } from 'react';
import { EntryTools } from '../voyage-editing/entry-tools.tsx';
import { AttributeBadges } from '../voyage-record/attributes.tsx';
import { CardLoading } from '../voyage-record/components/voyage-states.tsx';
import type { Origin } from '../voyage-record/origin.ts';

interface Props {
  entry: VoyageListItem;
  open: boolean;
  editing: boolean;
  /** Slug of the voyage being edited. */
  edited: string | undefined;
  onEdit(slug: string | undefined): void;
  /** Whether the voyage was just saved. If so, marks it. */
  saved: boolean;
  /** Whether the list scrolls to the voyage. */
  shown: boolean;
  /** Whether the list scrolls on to the media of the voyage, once they are loaded. */
  showsMedia: boolean;
  onOpenChange(open: boolean): void;
}

/** Lazy, because the list is there first. Loaded before a click, with the voyage. */
const loadCard = () => import('./entry-card.tsx');
const loadPage = () => import('../voyage-page/voyage-page.tsx');
const EntryCard = lazyComponent(
  loadCard,
  'EntryCard',
  <Panel className="mb-5 p-4 sm:p-6">
    <CardLoading />
  </Panel>,
);

const PROPOSED_BY = { aboard: 'was aboard on this voyage', term: 'by date' };

/** A voyage in the list. The title links to its page; a click elsewhere expands it. */
export function VoyageEntry({ entry, open, editing, edited, saved, shown, showsMedia, onEdit, onOpenChange }: Props) {
  const client = useQueryClient();
  const { search } = useLocation();
  const id = useId();
  const title = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (!shown) return;
    title.current?.closest('li')?.scrollIntoView({ block: 'center' });
    title.current?.focus({ preventScroll: true });
  }, [shown]);
  const origin: Origin = { search: search, steps: 1 };
  const prefetch = () =>
    void Promise.allSettled([client.prefetchQuery(voyageQuery(entry.voyage_slug)), loadCard(), loadPage()]);
  return (
    <li className="border-b border-rule break-inside-avoid last:border-b-0">
      <div
        onPointerEnter={prefetch}
        onFocus={prefetch}
        className={cx(
          'group relative -mx-3 grid grid-cols-[1fr_auto] gap-x-4 rounded px-3 py-4 transition-colors hover:bg-wash/60 sm:grid-cols-[auto_1fr_auto] sm:gap-x-6 sm:py-5',
          saved && 'bg-wash shadow-[inset_3px_0_0_var(--brass)]',
        )}
      >
        <DateBlock
          date={entry.start_date}
          end={entry.end_date}
          className="max-sm:col-start-1 max-sm:row-start-1 max-sm:w-auto sm:w-28"
        />
        <div className="min-w-0 max-sm:col-span-2 max-sm:row-start-2 max-sm:mt-3">
          <h3 className="text-17 sm:text-21">
            <Link
              ref={title}
              to={`/voyages/${entry.voyage_slug}`}
              state={origin}
              className="relative z-1 rounded-sm decoration-brass decoration-1 underline-offset-4 hover:underline"
            >
              {entry.title}
            </Link>
            {saved && (
              <Badge tone="sea" className="ml-3 align-middle font-sans font-normal">
                Just saved
              </Badge>
            )}
          </h3>
          <p className="mt-0.5 text-faded empty:hidden">
            {routeAddsToTitle(entry) && <Route from={entry.start_location} to={entry.end_location} />}
          </p>
          {entry.proposed_owner && (
            <p className="mt-1 text-13 text-faded">Owner proposed: {PROPOSED_BY[entry.proposed_owner.reason]}</p>
          )}
          <PeopleSummary names={entry.people_names} count={entry.people_count} />
          <div className="mt-2 empty:hidden">
            <AttributeBadges voyage={entry} />
          </div>
          {editing && (
            <div className="mt-3">
              <EntryTools slug={entry.voyage_slug} title={entry.title} />
            </div>
          )}
        </div>
        <div className="flex items-start gap-3 max-sm:col-start-2 max-sm:row-start-1">
          {entry.thumbnail_url && <Thumbnail src={entry.thumbnail_url} alt="" className="h-14 w-20 sm:h-18 sm:w-24" />}
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            aria-label={`Show details: ${entry.title}`}
            onClick={() => onOpenChange(!open)}
            className="grid size-8 place-items-center rounded text-faded group-hover:text-ink after:absolute after:inset-0 after:rounded print:hidden"
          >
            <ChevronDown aria-hidden className={cx('transition-transform', open && 'rotate-180')} />
          </button>
        </div>
      </div>
      <div id={id} hidden={!open}>
        {open && (
          <EntryCard
            slug={entry.voyage_slug}
            origin={origin}
            editing={editing}
            showsMedia={showsMedia}
            edited={edited}
            onEdit={onEdit}
          />
        )}
      </div>
    </li>
  );
}

/** Whether the route says more than the title, which is often the place itself. */
function routeAddsToTitle({ title, start_location: from, end_location: to }: VoyageListItem): boolean {
  const hasBoth = Boolean(from && to && from !== to);
  return hasBoth || !title.includes(from ?? to ?? '');
}

/** The first people, and how many more. */
function PeopleSummary({ names, count }: { names: string[]; count: number }) {
  const hiddenCount = count - names.length;
  if (names.length === 0) return null;
  return (
    <p className="mt-1 flex gap-2 text-15">
      <Users aria-hidden className="mt-1 size-4 text-brass" />
      <span className="sr-only">Aboard: </span>
      <span className="min-w-0">
        {names.join(', ')}
        {hiddenCount > 0 && (
          <span className="ml-2 text-13 whitespace-nowrap text-faded tabular-nums">
            <span aria-hidden>+{hiddenCount}</span>
            <span className="sr-only">and {hiddenCount} more</span>
          </span>
        )}
      </span>
    </p>
  );
}
