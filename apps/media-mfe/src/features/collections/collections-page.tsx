import { collectionsQuery, messageOf, moveCollectionMutation } from '@archive/api-client';
import type { Collection } from '@archive/contracts';
import { moveTo } from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Button,
  EmptyState,
  FailedState,
  Loading,
  NoMatchesState,
  PageHeader,
  SearchField,
  SkeletonBlock,
  toast,
  lazyComponent,
} from '@archive/ui';
import { Plus } from '@archive/ui/icons';
import { plainText } from '@archive/ui/prose';
import { useState } from 'react';
import { collectionHref } from '../collections-url.ts';
import { ExplorerViews } from '../explorer/components/explorer-views.tsx';
import { CollectionCard } from './collection-card.tsx';

const NewCollection = lazyComponent(() => import('./new-collection.tsx'), 'NewCollection');

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
  const { data: collections, error, isFetching, refetch } = useQuery(collectionsQuery);
  const [creating, setCreating] = useState(false);
  const [words, setWords] = useState('');
  const create = editing && (
    <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setCreating(true)}>
      New collection
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
      {error && !collections ? (
        <FailedState
          title="Can’t load the collections"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          {messageOf(error)}
        </FailedState>
      ) : !collections ? (
        <Loading label="Loading collections..." className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {Array.from({ length: 6 }, (_, index) => (
            <SkeletonBlock key={index} className="h-64" />
          ))}
        </Loading>
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
