import { fetchAlbumWithEtag, isConflict, messageOf, updateAlbumMutation, type WithEtag } from '@archive/api-client';
import type { Album } from '@archive/contracts';
import { draftFrom, LeaveConfirmation, NewerVersion, useRecordDraft, type Problems } from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, TextArea, TextField, toast } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { useEffect, useRef, useState } from 'react';

const BLANK = { title: '', description: '' };
type Draft = typeof BLANK;
const LABELS: Record<keyof Draft, string> = { title: 'Title', description: 'Description' };

const check = ({ title }: Draft): Problems<Draft> => (title.trim() === '' ? { title: 'Album title is required' } : {});

const sameTexts = (a: Album, b: Album) => a.title === b.title && a.description === b.description;

/** Title and description of an album: read, or edited in place. */
export function AlbumDetails({ album }: { album: WithEtag<Album> }) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  if (editing) {
    return (
      <Form
        opened={album}
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
        icon={<Pencil aria-hidden className="size-4" />}
        aria-label={`Edit title and description of ${title}`}
        onClick={() => setEditing(true)}
      >
        Edit
      </Button>
    </div>
  );
}

function Form({ opened, onClose }: { opened: WithEtag<Album>; onClose(): void }) {
  const { album_slug, title } = opened.value;
  const update = useMutation(updateAlbumMutation(useQueryClient()));
  const firstField = useRef<HTMLInputElement>(null);
  const hasSaved = useRef(false);
  useEffect(() => firstField.current?.focus(), []);
  // The version that editing started from; reordering the media makes newer ones.
  const base = useRef(opened);
  const send = (body: Partial<Draft>, ifMatch: string | undefined) => update.mutateAsync({ album_slug, ifMatch, body });
  const { form, save, busy, error, newer } = useRecordDraft<Album, Draft>({
    opened,
    draftOf: (album) => draftFrom(BLANK, album ?? opened.value),
    check,
    send: async (draft, ifMatch, changedNames) => {
      const body = Object.fromEntries(changedNames.map((name) => [name, draft[name].trim() || null])) as Partial<Draft>;
      try {
        return await send(body, ifMatch);
      } catch (failure) {
        if (!isConflict(failure)) throw failure;
        // Only the media changed: the fields don't conflict.
        const current = await fetchAlbumWithEtag(album_slug);
        if (!sameTexts(current.value, base.current.value)) throw failure;
        return await send(body, current.etag);
      }
    },
    reload: async () => {
      base.current = await fetchAlbumWithEtag(album_slug);
      return base.current;
    },
    onSaved: () => {
      hasSaved.current = true;
      toast.success('Album updated');
      onClose();
    },
  });
  return (
    <form
      aria-label={`Edit ${title}`}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isValid) save();
        else {
          form.showProblems();
          firstField.current?.focus();
        }
      }}
    >
      <LeaveConfirmation unsaved={() => form.dirty && !hasSaved.current} />
      {newer && (
        <NewerVersion
          recordType="album"
          labels={LABELS}
          mine={form.draft}
          onUseTheirs={(name) => form.change({ [name]: newer.theirs[name] })}
          {...newer}
        />
      )}
      <TextField
        ref={firstField}
        label={LABELS.title}
        required
        maxLength={300}
        autoComplete="off"
        {...form.field('title')}
      />
      <TextArea label={LABELS.description} rows={3} maxLength={10_000} {...form.field('description')} />
      {Boolean(error) && (
        <p role="alert" className="text-13 text-signal">
          {messageOf(error)}
        </p>
      )}
      <p className="flex gap-2">
        <Button type="submit" size="small" variant="primary" busy={busy} busyText="Saving...">
          Save
        </Button>
        <Button size="small" variant="quiet" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </p>
    </form>
  );
}
