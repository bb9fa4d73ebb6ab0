import { albumQuery, isNotFound, messageOf, type WithEtag } from '@archive/api-client';
import type { AlbumWithMedia } from '@archive/contracts';
import { DeletedRecord } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Navigate, useParams } from '@archive/router';
import { useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Breadcrumbs,
  Button,
  EmptyState,
  FailedState,
  formatCount,
  LinkButton,
  Loading,
  PageHeader,
  SkeletonBlock,
  SkeletonLine,
  lazyComponent,
} from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { COLLECTIONS } from '../collections-url.ts';
import { explorerHref } from '../explorer-url.ts';
import { CollectionTools } from './collection-tools.tsx';
import { ContactSheet } from './contact-sheet.tsx';

const CollectionEditor = lazyComponent(() => import('./collection-editor.tsx'), 'CollectionEditor', ContactSheet);

/** /media/collections/{slug}: the page of a collection. */
export function CollectionPage() {
  const { slug = '' } = useParams();
  const { data, error, isFetching, refetch } = useQuery(albumQuery(slug));
  usePageTitle(data?.value.title);
  if (isNotFound(error)) return <NoSuchCollection slug={slug} />;
  if (error && !data)
    return (
      <FailedState
        level={1}
        title="Can’t load this collection"
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Retry
          </Button>
        }
      >
        {messageOf(error)}
      </FailedState>
    );
  if (!data)
    return (
      <Loading label="Loading collection..." className="space-y-4">
        <SkeletonLine className="h-9 w-2/3" />
        <SkeletonLine className="w-1/2" />
        <SkeletonBlock className="h-96" />
      </Loading>
    );
  // An album is shown on the page of its voyage.
  if (data.value.voyage_slug !== null) return <Navigate to={`/voyages/${data.value.voyage_slug}`} replace />;
  return <Collection key={slug} collection={data} />;
}

function Collection({ collection: tagged }: { collection: WithEtag<AlbumWithMedia> }) {
  const { editing } = useEditMode();
  const collection = tagged.value;
  const { title, description, media } = collection;
  return (
    <article className="space-y-6">
      <Breadcrumbs
        items={[
          { label: 'Media Explorer', href: explorerHref('') },
          { label: 'Collections', href: COLLECTIONS },
          { label: title },
        ]}
      />
      <PageHeader title={<span className="wrap-anywhere">{title}</span>} eyebrow={formatCount(media.length, 'item')} />
      <CollectionTools collection={tagged} editing={editing} />
      {description && <Prose className="max-w-measure text-17">{description}</Prose>}
      {editing ? (
        <CollectionEditor collection={collection} />
      ) : media.length === 0 ? (
        <EmptyState title="This collection is empty">Turn on Edit Mode to add media to it.</EmptyState>
      ) : (
        <ContactSheet collection={collection} />
      )}
    </article>
  );
}

function NoSuchCollection({ slug }: { slug: string }) {
  const action = <LinkButton href={COLLECTIONS}>All collections</LinkButton>;
  return (
    <DeletedRecord kind="album" of={{ slug }} noun="collection" action={action}>
      <NotFound>{action}</NotFound>
    </DeletedRecord>
  );
}

function NotFound({ children }: { children: React.ReactNode }) {
  usePageTitle('Collection not found');
  return (
    <EmptyState level={1} title="Collection not found" action={children}>
      There’s no collection at this address.
    </EmptyState>
  );
}
