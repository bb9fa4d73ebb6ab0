import { removeFilesMutation, removeMediaMutation } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, toast } from '@archive/ui';
import { useState, type ReactNode } from 'react';
import { logError, PortraitNames, useUsage, VoyageNames } from './voyage-names.tsx';

/** A retry that succeeds replaces the error. */
export const DELETE_TOAST = { key: 'delete media' };

interface DeleteMediaProps {
  file: StoredFile;
  onClose: () => void;
  onDeleted: () => void;
}

/** Confirms twice, then deletes the record and its file; without a record, only the file (SPEC section 8). */
export function DeleteMedia({ file, ...rest }: DeleteMediaProps) {
  return file.media_slug === null ? (
    <DeleteFile file={file} {...rest} />
  ) : (
    <DeleteRecord file={file} slug={file.media_slug} {...rest} />
  );
}

function DeleteRecord({ file, slug, onClose, onDeleted }: DeleteMediaProps & { slug: string }) {
  const { data, isFetching, error } = useUsage(slug);
  const remove = useMutation(removeMediaMutation(useQueryClient()));
  if (isFetching && !error) return null;
  const voyages = data?.voyages ?? [];
  const removedFrom = voyages.length === 0 ? '' : ' and removed from these voyages';
  return (
    <DeleteConfirmation
      title={`Permanently delete “${file.title ?? file.name}”?`}
      description={`The record and its file are deleted from the media library${removedFrom}.`}
      busy={remove.isPending}
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
      description="Media not found in database. Only the stored file is deleted."
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
  title: string;
  description: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Shown while deleting. */
  progress?: ReactNode;
  children?: ReactNode;
}

/** The two confirmations before a permanent deletion (SPEC section 8). */
export function DeleteConfirmation({
  title,
  description,
  busy,
  onConfirm,
  onClose,
  progress,
  children,
}: DeleteConfirmationProps) {
  const [isFirstConfirmed, setFirstConfirmed] = useState(false);
  const shared = { open: true, danger: true, onOpenChange: (open: boolean) => !open && !busy && onClose() };
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
      description={title}
      confirmText="Delete permanently"
      busy={busy}
      onConfirm={onConfirm}
    >
      {progress}
    </ConfirmDialog>
  );
}
