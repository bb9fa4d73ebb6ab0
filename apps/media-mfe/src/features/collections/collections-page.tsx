import { collectionsQuery, messageOf, moveCollectionMutation } from '@archive/api-client';
import type { Collection } from '@archive/contracts';
import { DROP_MARK, type DropSide, MoveButton, moveTo, useDragOrder } from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Link, useNavigate } from '@archive/router';
import { QueryState, useEditMode, usePageTitle, useSession } from '@archive/shell-api';
import {
  Button,
  EmptyState,
  Loading,
  NoMatchesState,
  PageHeader,
  Panel,
  SearchField,
  SkeletonBlock,
  Thumbnail,
  cx,
  formatCount,
  lazyComponent,
  toast,
} from '@archive/ui';
import { ArrowLeft, ArrowRight, Images, Plus } from '@archive/ui/icons';
import { plainText } from '@archive/ui/prose';
import { useState } from 'react';
import { ExplorerViews } from '../explorer/explorer-views.tsx';
import { collectionHref } from '../urls.ts';

const NewCollection = lazyComponent(() => import('./collection-dialogs.tsx'), 'NewCollection');

const TITLE = 'Collections';
/** Minimum number of collections for which the page shows a search. */
const MIN_SEARCHED = 6;

const matches = ({ title, description }: Collection, words: string) =>
  `${title} ${plainText(description ?? '')}`.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());

/** /media-explorer/collections: the collections, in order. */
export function CollectionsPage() {
  usePageTitle(TITLE);
  const { editing } = useEditMode();
  const navigate = useNavigate();
  const query = useQuery(collectionsQuery);
  const { data: collections } = query;
  const [creating, setCreating] = useState(false);
  const [words, setWords] = useState('');
  const proposes = useSession().role === 'contributor';
  const create = (editing || proposes) && (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setCreating(true)}>
      {proposes ? 'Propose a collection' : 'New collection'}
    </Button>
  );
  return (
    <div className="space-y-6">
      <PageHeader
        title={TITLE}
        lede="Photographs, videos, and documents that belong together, across voyages."
        actions={collections && collections.length > 0 && create}
      />
      <ExplorerViews current="collections" />
      {!collections ? (
        <QueryState
          query={query}
          failed="Can’t load the collections"
          loading={
            <Loading label="Loading collections..." className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
              {Array.from({ length: 6 }, (_, index) => (
                <SkeletonBlock key={index} className="h-64" />
              ))}
            </Loading>
          }
        />
      ) : collections.length === 0 ? (
        <EmptyState title="No collections yet" action={create}>
          A collection brings together media from any voyages, in the order you choose, with an introduction.
        </EmptyState>
      ) : (
        <>
          {collections.length >= MIN_SEARCHED && (
            <SearchField
              label="Search collections"
              placeholder="Search collections"
              value={words}
              onValueChange={setWords}
              className="max-w-md"
            />
          )}
          <CollectionList collections={collections} words={words} editing={editing} onShowAll={() => setWords('')} />
        </>
      )}
      {creating && (
        <NewCollection
          count={collections?.length ?? 0}
          onClose={() => setCreating(false)}
          onCreated={({ album_slug }) => void navigate(collectionHref(album_slug))}
        />
      )}
    </div>
  );
}

interface CollectionListProps {
  collections: Collection[];
  words: string;
  editing: boolean;
  onShowAll: () => void;
}

/** In Edit Mode, cards can be moved by dragging or with buttons, unless a search hides some of them. */
function CollectionList({ collections, words, editing, onShowAll }: CollectionListProps) {
  const { mutate } = useMutation(moveCollectionMutation(useQueryClient()));
  const [announcement, setAnnouncement] = useState('');
  const shown = collections.filter((collection) => matches(collection, words));
  if (shown.length === 0)
    return <NoMatchesState title="No collections match" action={<Button onClick={onShowAll}>Show all</Button>} />;
  const isOrderable = editing && shown.length === collections.length && collections.length > 1;

  /** @param place index in the list of the card in front of which the collection moves */
  const move = (slug: string, place: number) => {
    const isMoved = ({ album_slug }: Collection) => album_slug === slug;
    const order = moveTo(collections, isMoved, place);
    const position = order.findIndex(isMoved);
    if (position === collections.findIndex(isMoved)) return;
    setAnnouncement(`${order[position]?.title} moved to position ${position + 1}.`);
    mutate(
      { album_slug: slug, position },
      {
        onError: (failure) =>
          toast.error(`Failed to move collection. ${messageOf(failure)}`, { key: 'move collection' }),
      },
    );
  };
  return (
    <>
      <ul aria-label={TITLE} className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((collection, index) => (
          <CollectionCard
            key={collection.album_slug}
            collection={collection}
            order={
              isOrderable
                ? {
                    onDrop: (dragged, side) => move(dragged, side === 'before' ? index : index + 1),
                    onEarlier: index > 0 ? () => move(collection.album_slug, index - 1) : undefined,
                    onLater: index < shown.length - 1 ? () => move(collection.album_slug, index + 2) : undefined,
                  }
                : undefined
            }
          />
        ))}
      </ul>
      <output className="sr-only">{announcement}</output>
    </>
  );
}

interface CollectionOrder {
  onDrop: (dragged: string, side: DropSide) => void;
  onEarlier: (() => void) | undefined;
  onLater: (() => void) | undefined;
}

interface CollectionCardProps {
  collection: Collection;
  /** Set while the order can be changed. */
  order: CollectionOrder | undefined;
}

/** A collection in the list: its first picture, title, size and the beginning of its introduction. */
function CollectionCard({ collection, order }: CollectionCardProps) {
  if (order) return <OrderedCard collection={collection} order={order} />;
  return (
    <li className="flex">
      <CardContent collection={collection} />
    </li>
  );
}

function OrderedCard({ collection, order }: { collection: Collection; order: CollectionOrder }) {
  const { album_slug, title } = collection;
  const { ref, dragging, side } = useDragOrder<HTMLLIElement>({
    list: 'collections',
    key: album_slug,
    onDrop: order.onDrop,
  });
  return (
    <li
      ref={ref}
      className={cx('relative flex cursor-grab flex-col gap-1', dragging && 'opacity-40', side && DROP_MARK[side])}
    >
      <CardContent collection={collection} />
      <span className="flex justify-end">
        <MoveButton label={`Move ${title} earlier`} icon={<ArrowLeft aria-hidden />} onMove={order.onEarlier} />
        <MoveButton label={`Move ${title} later`} icon={<ArrowRight aria-hidden />} onMove={order.onLater} />
      </span>
    </li>
  );
}

function CardContent({
  collection: { album_slug, title, description, media_count, thumbnail_url },
}: {
  collection: Collection;
}) {
  return (
    <Panel className="group relative flex w-full flex-1 flex-col overflow-hidden transition-[border-color,box-shadow] hover:border-brass hover:shadow-float has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-offset-2 has-[a:focus-visible]:outline-brass">
      <div className="aspect-3/2 min-h-0">
        {thumbnail_url === null ? (
          <span aria-hidden className="grid size-full place-items-center bg-wash text-faded">
            <Images className="size-8" />
          </span>
        ) : (
          <Thumbnail src={thumbnail_url} alt="" draggable={false} className="rounded-none!" />
        )}
      </div>
      <div className="space-y-1 p-4">
        <h2 className="text-21 wrap-anywhere">
          <Link
            to={collectionHref(album_slug)}
            draggable={false}
            className="after:absolute after:inset-0 focus-visible:outline-none"
          >
            {title}
          </Link>
        </h2>
        <p className="text-13 text-faded tabular-nums">{formatCount(media_count, 'item')}</p>
        {description && <p className="line-clamp-3 text-faded">{plainText(description)}</p>}
      </div>
    </Panel>
  );
}
