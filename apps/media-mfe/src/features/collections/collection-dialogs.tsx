import { createAlbumMutation, deleteAlbumMutation, messageOf, Proposed, undeleteMutation } from '@archive/api-client';
import type { Album } from '@archive/contracts';
import {
  FormDialog,
  type Problems,
  RecordHistory,
  type RecordHistoryProps,
  useDraft,
  useIdempotencyKey,
  useProposedToast,
} from '@archive/editing';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, TextArea, TextField, toast } from '@archive/ui';
import { useRef } from 'react';
import { INTRODUCTION_HELP, LABELS, TITLE_REQUIRED } from '../texts.tsx';

const BLANK = { title: '', description: '' };

const check = ({ title }: typeof BLANK): Problems<typeof BLANK> =>
  title.trim() === '' ? { title: TITLE_REQUIRED } : {};

interface NewCollectionProps {
  /** Number of existing collections; the new collection is placed after them. */
  count: number;
  onCreated: (collection: Album) => void;
  onClose: () => void;
}

/** Creates a collection; media are added on its page. */
export function NewCollection({ count, onCreated, onClose }: NewCollectionProps) {
  const create = useMutation(createAlbumMutation(useQueryClient()));
  const keyOf = useIdempotencyKey();
  const form = useDraft(BLANK, check);
  const showProposed = useProposedToast();
  const firstField = useRef<HTMLInputElement>(null);
  const save = () => {
    const { title, description } = form.draft;
    const body = {
      title: title.trim(),
      description: description.trim() || null,
      voyage_slug: null,
      sort_order: count,
    };
    create.mutate(
      { body, idempotencyKey: keyOf(body) },
      {
        onSuccess: (collection) => {
          onClose();
          onCreated(collection);
        },
        onError: (error) => {
          if (showProposed(error)) onClose();
          else form.showErrors(error);
        },
      },
    );
  };
  return (
    <FormDialog
      title="New collection"
      saveText="Create"
      busyText="Creating..."
      busy={create.isPending}
      dirty={form.dirty}
      canSave={form.isValid}
      failure={
        create.error && !(create.error instanceof Proposed)
          ? `Failed to create collection. ${messageOf(create.error)}`
          : undefined
      }
      initialFocus={firstField}
      onInvalid={form.showProblems}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        ref={firstField}
        label={LABELS.title}
        required
        maxLength={300}
        autoComplete="off"
        {...form.field('title')}
      />
      <TextArea
        label={LABELS.description}
        help={INTRODUCTION_HELP}
        rows={5}
        maxLength={10_000}
        {...form.field('description')}
      />
    </FormDialog>
  );
}

interface DeleteCollectionProps {
  collection: Album;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms and deletes a collection, but not its media. A toast offers Undo. */
export function DeleteCollection({ collection: { album_slug, title }, onClose, onDeleted }: DeleteCollectionProps) {
  const client = useQueryClient();
  const remove = useMutation(deleteAlbumMutation(client));
  const undelete = useMutation(undeleteMutation(client));
  const key = `delete-album ${album_slug}`;
  // Uses mutateAsync, because the toast outlives the page.
  const undo = () =>
    void undelete.mutateAsync({ kind: 'album', slug: album_slug }).then(
      () => toast.success(`“${title}” restored`, { key }),
      (failure: unknown) => toast.error(`Couldn’t restore “${title}”. ${messageOf(failure)}`, { key }),
    );
  const handleConfirm = () =>
    void remove.mutateAsync(album_slug).then(
      () => {
        toast.success(`“${title}” deleted`, { key, action: { label: 'Undo', onClick: undo } });
        onDeleted();
      },
      (failure: unknown) => {
        toast.error(`Failed to delete collection. ${messageOf(failure)}`, { key });
        onClose();
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title={`Delete collection "${title}"? Media will not be deleted.`}
      description="Its media stay in the media library and on their voyages."
      confirmText="Delete collection"
      danger
      busy={remove.isPending}
      onConfirm={handleConfirm}
    />
  );
}

/** The revision history of a collection. */
export function CollectionHistory(props: Omit<RecordHistoryProps, 'kind'>) {
  return <RecordHistory kind="album" {...props} />;
}
