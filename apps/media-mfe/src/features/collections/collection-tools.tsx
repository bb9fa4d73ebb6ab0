import type { WithEtag } from '@archive/api-client';
import type { AlbumWithMedia } from '@archive/contracts';
import { AlbumForm } from '@archive/editing';
import { useNavigate } from '@archive/router';
import { useArchive } from '@archive/shell-api';
import { Button, lazyComponent } from '@archive/ui';
import { BookOpen, Pencil, Printer } from '@archive/ui/icons';
import { useRef, useState } from 'react';
import { COLLECTIONS, collectionHref } from '../collections-url.ts';
import { INTRODUCTION_HELP, LABELS, NOUN } from '../collection-texts.ts';

const CiteDialog = lazyComponent(() => import('@archive/ui/cite'), 'CiteDialog');
const CollectionHistory = lazyComponent(() => import('../history/collection-history.tsx'), 'CollectionHistory');
const DeleteCollection = lazyComponent(() => import('./delete-collection.tsx'), 'DeleteCollection');

type Open = 'cite' | 'edit' | 'history' | 'delete';

interface CollectionToolsProps {
  collection: WithEtag<AlbumWithMedia>;
  editing: boolean;
}

/** Actions on a collection, with their forms and dialogs. */
export function CollectionTools({ collection: tagged, editing }: CollectionToolsProps) {
  const { album_slug, title } = tagged.value;
  const archive = useArchive();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>();
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(undefined);
  if (editing && open === 'edit')
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
