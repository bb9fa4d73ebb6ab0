import type { WithEtag } from '@archive/api-client';
import type { Album } from '@archive/contracts';
import { AlbumForm, useProposes } from '@archive/editing';
import { Button } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { useRef, useState } from 'react';

const LABELS = { title: 'Title', description: 'Description' };

/** Title and description of an album, displayed or edited in place. */
export function AlbumDetails({ album }: { album: WithEtag<Album> }) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const proposes = useProposes();
  if (editing) {
    return (
      <AlbumForm
        opened={album}
        noun="album"
        labels={LABELS}
        onClose={() => {
          setEditing(false);
          requestAnimationFrame(() => edit.current?.focus());
        }}
      />
    );
  }
  const { title, description } = album.value;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <p className="max-w-measure min-w-0 flex-1 whitespace-pre-line wrap-anywhere">
        {description ?? <span className="text-faded">No description.</span>}
      </p>
      <Button
        ref={edit}
        size="small"
        className="print:hidden"
        icon={<Pencil aria-hidden className="size-4" />}
        aria-label={`${proposes ? 'Propose changes to' : 'Edit'} title and description of ${title}`}
        onClick={() => setEditing(true)}
      >
        {proposes ? 'Propose changes' : 'Edit'}
      </Button>
    </div>
  );
}
