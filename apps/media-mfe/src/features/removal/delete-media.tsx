import { removeFilesMutation, removeMediaMutation, removeRecordMutation } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, Dialog, toast } from '@archive/ui';
import { useRef, useState, type ReactNode } from 'react';
import { useRestoreAction } from '../use-restore-action.ts';
import { logError, PortraitNames, useUsage, VoyageNames } from './voyage-names.tsx';

/** Toast options. With the same key, the success of a retry replaces the error. */
export const DELETE_TOAST = { key: 'delete media' };

interface DeleteMediaProps {
  file: StoredFile;
  onClose: () => void;
  onDeleted: () => void;
}

/**
 * Moves a record to the trash, or deletes it and its file permanently after two confirmations; without a record, deletes only the file
 * (SPEC section 8).
 */
export function DeleteMedia({ file, ...rest }: DeleteMediaProps) {
  return file.media_slug === null ? (
    <DeleteFile file={file} {...rest} />
  ) : (
    <DeleteRecord file={file} slug={file.media_slug} {...rest} />
  );
}

function DeleteRecord({ file, slug, onClose, onDeleted }: DeleteMediaProps & { slug: string }) {
  const { data, isFetching, error } = useUsage(slug);
  const client = useQueryClient();
  const remove = useMutation(removeMediaMutation(client));
  const trash = useMutation(removeRecordMutation(client));
  const undo = useRestoreAction();
  if (isFetching && !error) return null;
  const voyages = data?.voyages ?? [];
  const title = file.title ?? file.name;
  const removedFrom = voyages.length === 0 ? '' : ' and removed from these voyages';
  return (
    <DeleteConfirmation
      title={`Delete “${title}”?`}
      description={`It’ll be moved to the trash${removedFrom}. You can restore the file from the trash.`}
      permanentTitle={`Permanently delete “${title}”?`}
      permanentDescription={`The record and its file will be deleted from the media library${removedFrom}.`}
      busy={remove.isPending || trash.isPending}
      onTrash={() =>
        trash.mutate(slug, {
          onSuccess: () => {
            toast.success(`“${title}” moved to the trash`, { ...DELETE_TOAST, action: undo([slug]) });
            onDeleted();
          },
          onError: (failure) => showFailure(failure, onClose),
        })
      }
      onClose={onClose}
      onConfirm={() => {
        remove.mutate(slug, {
          onSuccess: () => {
            toast.success('Media permanently deleted from S3 and database!', DELETE_TOAST);
            onDeleted();
          },
          onError: (failure) => showFailure(failure, onClose),
        });
      }}
    >
      <VoyageNames voyages={voyages} />
      <PortraitNames people={data?.people ?? []} />
    </DeleteConfirmation>
  );
}

function DeleteFile({ file, onClose, onDeleted }: DeleteMediaProps) {
  const remove = useMutation(removeFilesMutation(useQueryClient()));
  return (
    <DeleteConfirmation
      title={`Permanently delete “${file.name}”?`}
      description="Media not found in database. Only the stored file will be deleted."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate([file.url], {
          onSuccess: () => {
            toast.success('File permanently deleted from S3!', DELETE_TOAST);
            onDeleted();
          },
          onError: (failure) => showFailure(failure, onClose),
        });
      }}
    />
  );
}

function showFailure(failure: unknown, onClose: () => void) {
  logError(failure);
  toast.error('Failed to delete media. Check console for details.', DELETE_TOAST);
  onClose();
}

interface DeleteConfirmationProps {
  /** The question before a permanent deletion; with `onTrash`, also before moving to the trash. */
  title: string;
  description: string;
  /** The question of the second confirmation, if it differs. */
  permanentTitle?: string;
  permanentDescription?: string;
  /** Moves to the trash. If set, the first confirmation offers this. */
  onTrash?: () => void;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Shown while deleting. */
  progress?: ReactNode;
  children?: ReactNode;
}

/** The two confirmations before a permanent deletion (SPEC section 8). The first one offers the trash if `onTrash` is set. */
export function DeleteConfirmation({
  title,
  description,
  permanentTitle = title,
  permanentDescription,
  onTrash,
  busy,
  onConfirm,
  onClose,
  progress,
  children,
}: DeleteConfirmationProps) {
  const [isFirstConfirmed, setFirstConfirmed] = useState(false);
  const shared = { open: true, danger: true, onOpenChange: (open: boolean) => !open && !busy && onClose() };
  if (!isFirstConfirmed && onTrash)
    return (
      <TrashChoice
        key="first"
        {...{ title, description, busy, onTrash, onClose, progress }}
        onPermanent={() => setFirstConfirmed(true)}
      >
        {children}
      </TrashChoice>
    );
  if (!isFirstConfirmed)
    return (
      <ConfirmDialog
        key="first"
        {...shared}
        title={title}
        description={description}
        confirmText="Delete"
        onConfirm={() => setFirstConfirmed(true)}
      >
        {children}
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      key="second"
      {...shared}
      title="Are you ABSOLUTELY SURE? This cannot be undone!"
      description={[permanentTitle, permanentDescription].filter(Boolean).join(' ')}
      confirmText="Delete permanently"
      busy={busy}
      onConfirm={onConfirm}
    >
      {progress}
    </ConfirmDialog>
  );
}

type TrashChoiceProps = Pick<
  DeleteConfirmationProps,
  'title' | 'description' | 'busy' | 'onClose' | 'progress' | 'children'
> & {
  onTrash: () => void;
  onPermanent: () => void;
};

function TrashChoice({
  title,
  description,
  busy,
  onTrash,
  onPermanent,
  onClose,
  progress,
  children,
}: TrashChoiceProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      role="alertdialog"
      title={title}
      description={description}
      initialFocus={cancel}
      onOpenChange={(open) => !open && !busy && onClose()}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" disabled={busy} onClick={onPermanent}>
            Delete permanently
          </Button>
          <Button variant="primary" busy={busy} onClick={onTrash}>
            Move to trash
          </Button>
        </>
      }
    >
      {children}
      {progress}
    </Dialog>
  );
}
