import { removeFilesMutation, removeMediaMutation } from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, toast } from '@archive/ui';
import { useState, type ReactNode } from 'react';
import { logged, useUsage, VoyageNames } from './voyage-names.tsx';

interface DeleteMediaProps {
  file: StoredFile;
  onClose: () => void;
  onDeleted: () => void;
}

/** Two questions, and then file and record are gone; of a file that no record knows, the file (SPEC section 8). */
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
  const shown = voyages.length === 0 ? '' : ', and it is taken off these voyages';
  return (
    <Questions
      title={`Permanently delete “${file.title ?? file.name}”?`}
      description={`Record and file are deleted from the media library${shown}.`}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate(slug, {
          onSuccess: () => {
            toast.success('Media permanently deleted from S3 and database!');
            onDeleted();
          },
          onError: (failure) => failed(failure, onClose),
        });
      }}
    >
      <VoyageNames voyages={voyages} />
    </Questions>
  );
}

function DeleteFile({ file, onClose, onDeleted }: DeleteMediaProps) {
  const remove = useMutation(removeFilesMutation(useQueryClient()));
  return (
    <Questions
      title={`Permanently delete “${file.name}”?`}
      description="Media not found in database. The file alone is deleted from storage."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate([file.url], {
          onSuccess: () => {
            toast.success('File permanently deleted from S3!');
            onDeleted();
          },
          onError: (failure) => failed(failure, onClose),
        });
      }}
    />
  );
}

function failed(failure: unknown, onClose: () => void) {
  logged(failure);
  toast.error('Failed to delete media. Check console for details.');
  onClose();
}

interface QuestionsProps {
  title: string;
  description: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** How far it is, while it is done. */
  progress?: ReactNode;
  children?: ReactNode;
}

/** The two questions before something is gone for good (SPEC section 8). */
export function Questions({ title, description, busy, onConfirm, onClose, progress, children }: QuestionsProps) {
  const [sure, setSure] = useState(false);
  const shared = { open: true, danger: true, onOpenChange: (open: boolean) => !open && !busy && onClose() };
  if (!sure)
    return (
      <ConfirmDialog
        key="first"
        {...shared}
        title={title}
        description={description}
        confirmText="Delete"
        onConfirm={() => setSure(true)}
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
      confirmText="Delete for good"
      busy={busy}
      onConfirm={onConfirm}
    >
      {progress}
    </ConfirmDialog>
  );
}
