import { type WithEtag, albumQuery, isNotFound } from '@archive/api-client';
import type { AlbumWithMedia } from '@archive/contracts';
import { AlbumForm, DeletedRecord } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Navigate, useNavigate, useParams } from '@archive/router';
import { QueryState, useAllows, useArchive, useEditMode, usePageTitle, useSession } from '@archive/shell-api';
import {
  Breadcrumbs,
  Button,
  EmptyState,
  LinkButton,
  Loading,
  PageHeader,
  SkeletonBlock,
  SkeletonLine,
  formatCount,
  lazyComponent,
} from '@archive/ui';
import { BookOpen, Pencil, Printer } from '@archive/ui/icons';
import { Prose } from '@archive/ui/prose';
import { useRef, useState } from 'react';
import { INTRODUCTION_HELP, LABELS, NOUN } from '../texts.tsx';
import { COLLECTIONS, collectionHref, explorerHref } from '../urls.ts';
import { ContactSheet } from './contact-sheet.tsx';

const CollectionEditor = lazyComponent(() => import('./collection-editor.tsx'), 'CollectionEditor', ContactSheet);

/** /media/collections/{slug}: the page of a collection. */
export function CollectionPage() {
  const { slug = '' } = useParams();
  const query = useQuery(albumQuery(slug));
  const { data } = query;
  usePageTitle(data?.value.title);
  if (isNotFound(query.error)) return <NoSuchCollection slug={slug} />;
  if (!data)
    return (
      <QueryState
        query={query}
        level={1}
        failed="Can’t load this collection"
        loading={
          <Loading label="Loading collection..." className="space-y-4">
            <SkeletonLine className="h-9 w-2/3" />
            <SkeletonLine className="w-1/2" />
            <SkeletonBlock className="h-96" />
          </Loading>
        }
      />
    );
  // An album is shown on the page of its voyage.
  if (data.value.voyage_slug !== null) return <Navigate to={`/voyages/${data.value.voyage_slug}`} replace />;
  return <Collection key={slug} collection={data} />;
}

function Collection({ collection: tagged }: { collection: WithEtag<AlbumWithMedia> }) {
  const isCurator = useAllows('curator');
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
        <EmptyState title="This collection is empty">{isCurator && 'Turn on Edit Mode to add media to it.'}</EmptyState>
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

const CiteDialog = lazyComponent(() => import('@archive/ui/cite'), 'CiteDialog');
const CollectionHistory = lazyComponent(() => import('./collection-dialogs.tsx'), 'CollectionHistory');
const DeleteCollection = lazyComponent(() => import('./collection-dialogs.tsx'), 'DeleteCollection');

type Open = 'cite' | 'edit' | 'history' | 'delete';

interface CollectionToolsProps {
  collection: WithEtag<AlbumWithMedia>;
  editing: boolean;
}

/** Actions on a collection, with their forms and dialogs. */
function CollectionTools({ collection: tagged, editing }: CollectionToolsProps) {
  const { album_slug, title } = tagged.value;
  const archive = useArchive();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>();
  const edit = useRef<HTMLButtonElement>(null);
  const mayPropose = useSession().role === 'contributor';
  const close = () => setOpen(undefined);
  if ((editing || mayPropose) && open === 'edit')
    return (
      <AlbumForm
        opened={tagged}
        noun={NOUN}
        labels={LABELS}
        help={INTRODUCTION_HELP}
        onClose={() => {
          close();
          requestAnimationFrame(() => edit.current?.focus());
        }}
      />
    );
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button icon={<BookOpen aria-hidden className="size-4" />} onClick={() => setOpen('cite')}>
        Cite
      </Button>
      <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
        Print
      </Button>
      <Button onClick={() => setOpen('history')}>Change history</Button>
      {editing && (
        <>
          <Button ref={edit} icon={<Pencil aria-hidden className="size-4" />} onClick={() => setOpen('edit')}>
            Edit title and introduction
          </Button>
          <Button onClick={() => setOpen('delete')}>Delete collection</Button>
        </>
      )}
      {mayPropose && (
        <Button ref={edit} icon={<Pencil aria-hidden className="size-4" />} onClick={() => setOpen('edit')}>
          Propose changes
        </Button>
      )}
      {open === 'cite' && (
        <CiteDialog
          title="Cite this collection"
          cited={{
            key: album_slug,
            title,
            kind: 'Collection',
            date: null,
            archive: archive.title,
            address: `${window.location.origin}${collectionHref(album_slug)}`,
          }}
          onClose={close}
        />
      )}
      {open === 'history' && <CollectionHistory slug={album_slug} title={title} editing={editing} onClose={close} />}
      {open === 'delete' && (
        <DeleteCollection
          collection={tagged.value}
          onClose={close}
          onDeleted={() => void navigate(COLLECTIONS, { replace: true })}
        />
      )}
    </div>
  );
}
