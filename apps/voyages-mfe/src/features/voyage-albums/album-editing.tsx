import {
  addToAlbumMutation,
  attachMediaMutation,
  createAlbumMutation,
  deleteAlbumMutation,
  removeFromAlbumMutation,
} from '@archive/api-client';
import type { AlbumWithMedia, MediaItem } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, IconButton, Select, TextField, toast } from '@archive/ui';
import { X } from '@archive/ui/icons';
import { PickMedia } from '../voyage-media/pick-media.tsx';
import { useState } from 'react';

const TITLE_MISSING = 'Album title is required';
const NOTHING_CHOSEN = 'Please select media to add';
/** The field shows the same message, so the toast can be brief. */
const BRIEF = { duration: 5000 };

const noMediaLeft = (media: number) => (media === 0 ? 'No media on this voyage yet' : 'All media are in this album');

/** Form for a new album; it is sorted after the existing ones. */
export function NewAlbum({ slug, count }: { slug: string; count: number }) {
  const create = useMutation(createAlbumMutation(useQueryClient()));
  const [open, setOpen] = useState(false);
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [error, setError] = useState<string>();
  const close = () => {
    setOpen(false);
    setTitle('');
    setDescription('');
    setError(undefined);
  };
  const save = () => {
    if (create.isPending) return;
    if (title.trim() === '') {
      setError(TITLE_MISSING);
      toast.error(TITLE_MISSING, BRIEF);
      return;
    }
    create.mutate(
      { title: title.trim(), description: description.trim() || null, voyage_slug: slug, sort_order: count },
      { onSuccess: close, onError: () => toast.error('Failed to create album') },
    );
  };
  if (!open) {
    return (
      <Button size="small" className="mt-3" onClick={() => setOpen(true)}>
        Create album
      </Button>
    );
  }
  return (
    <form
      aria-label="New album"
      className="mt-3 flex flex-col gap-3 rounded border border-rule p-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField
        label="Title"
        maxLength={300}
        autoComplete="off"
        value={title}
        error={error}
        onChange={({ target }) => {
          setTitle(target.value);
          setError(undefined);
        }}
      />
      <TextField
        label="Description"
        maxLength={10_000}
        autoComplete="off"
        value={description}
        onChange={({ target }) => setDescription(target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" variant="primary" busy={create.isPending}>
          Create
        </Button>
        <Button size="small" variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Adds media to an album, removes media, deletes the album. */
export function AlbumTools({ album, media }: { album: AlbumWithMedia; media: MediaItem[] }) {
  const client = useQueryClient();
  const add = useMutation(addToAlbumMutation(client));
  const attach = useMutation(attachMediaMutation(client));
  const removeMedia = useMutation(removeFromAlbumMutation(client));
  const remove = useMutation(deleteAlbumMutation(client));
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState<string>();
  const [confirming, setConfirming] = useState(false);
  const { album_slug, title } = album;
  const outside = media.filter(({ media_slug }) => !album.media.some((item) => item.media_slug === media_slug));

  const failed = () => toast.error('Failed to add media to album');
  const addMedia = (media_slug: string) =>
    add.mutate(
      { album_slug, media_slug, sort_order: album.media.length },
      { onSuccess: () => setChosen(''), onError: failed },
    );
  const addChosen = () => {
    if (chosen !== '') return addMedia(chosen);
    setError(NOTHING_CHOSEN);
    toast.error(NOTHING_CHOSEN, BRIEF);
  };
  /** An album only holds media of its voyage, so library media is attached to the voyage first. */
  const addFromLibrary = ({ media_slug }: MediaItem) => {
    if (outside.some((item) => item.media_slug === media_slug)) return addMedia(media_slug);
    const { voyage_slug } = album;
    attach.mutate({ media_slug, voyage_slug }, { onSuccess: () => addMedia(media_slug), onError: failed });
  };

  return (
    <div className="flex flex-col gap-3 border-t border-rule pt-3">
      {album.media.length > 0 && (
        <ul aria-label={`Media of ${title}`} className="divide-y divide-rule">
          {album.media.map((item) => (
            <li key={item.media_slug} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{item.title}</span>
              <IconButton
                size="small"
                label={`Remove ${item.title} from the album`}
                icon={<X aria-hidden />}
                onClick={() =>
                  removeMedia.mutate(
                    { album_slug, media_slug: item.media_slug },
                    { onError: () => toast.error('Failed to remove media from album') },
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Select
          label="Media of this voyage"
          options={[
            { value: '', label: outside.length > 0 ? 'Choose…' : noMediaLeft(media.length) },
            ...outside.map((item) => ({ value: item.media_slug, label: item.title })),
          ]}
          value={chosen}
          error={error}
          fieldClassName="min-w-48 flex-1"
          onChange={({ target }) => {
            setChosen(target.value);
            setError(undefined);
          }}
        />
        <Button busy={add.isPending} onClick={addChosen}>
          Add to album
        </Button>
        <PickMedia label="Add from the library" present={album.media} onPick={addFromLibrary} />
      </div>
      <p>
        <Button size="small" variant="quiet" className="-ml-3" onClick={() => setConfirming(true)}>
          Delete album
        </Button>
      </p>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete album "${title}"? Media will not be deleted.`}
        description="Its media stay on the voyage and in the library."
        confirmText="Delete album"
        danger
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(album_slug, {
            onError: () => {
              toast.error('Failed to delete album');
              setConfirming(false);
            },
          })
        }
      />
    </div>
  );
}
