import {
  bulkDeleteMutation,
  bulkTrashMutation,
  messageOf,
  removeFilesMutation,
  removeMediaMutation,
  removeRecordMutation,
} from '@archive/api-client';
import type { StoredFile } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, Dialog, Progress, formatCount, pluralize, toast } from '@archive/ui';
import { type ReactNode, useRef, useState } from 'react';
import { useRestoreAction } from '../use-undo.ts';
import { type Failure, Failures, type SelectedFile, slugsOf, useBulkUsage } from '../bulk/selected-files.tsx';
import { PortraitNames, VoyageNames, logError, useUsage } from '../texts.tsx';

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

interface BulkDeleteProps {
  files: SelectedFile[];
  /** Called with the slugs of the deleted records. */
  onDeleted?: (slugs: string[]) => void;
  onClose: () => void;
}

/** Moves files to the trash, or deletes them and their records permanently after two confirmations (SPEC section 8). */
export function BulkDelete({ files: selectedFiles, onDeleted, onClose }: BulkDeleteProps) {
  const [files] = useState(selectedFiles);
  const [slugs] = useState(() => slugsOf(files));
  const [unknown] = useState(() => files.filter(({ media_slug }) => media_slug === null));
  const usage = useBulkUsage(slugs);
  const client = useQueryClient();
  const records = useMutation(bulkDeleteMutation(client));
  const trash = useMutation(bulkTrashMutation(client));
  const restoreAction = useRestoreAction();
  const stored = useMutation(removeFilesMutation(client));
  const [sentCount, setSent] = useState(0);
  const [failures, setFailures] = useState<Failure[]>();
  const busy = records.isPending || trash.isPending || stored.isPending;

  /** The API deletes a batch of files entirely or not at all. If the batch fails, deletes each file separately. */
  const deleteFilesWithoutRecord = async (): Promise<Failure[]> => {
    if (unknown.length === 0) return [];
    try {
      await stored.mutateAsync(unknown.map(({ url }) => url));
      return [];
    } catch {
      const failed: Failure[] = [];
      for (const { name, url } of unknown)
        await stored.mutateAsync([url]).catch((error: unknown) => failed.push({ name, reason: messageOf(error) }));
      return failed;
    }
  };

  const handleConfirm = async () => {
    const outcome = slugs.length > 0 ? await records.mutateAsync({ slugs, onProgress: setSent }) : undefined;
    const failedFiles = await deleteFilesWithoutRecord();
    onDeleted?.(outcome?.done ?? []);
    const deleted = outcome?.done.length ?? 0;
    if (deleted > 0) toast.success(`${formatCount(deleted, 'file')} permanently deleted from S3 and database!`);
    const filesOnly = unknown.length - failedFiles.length;
    if (filesOnly > 0) toast.success(`${formatCount(filesOnly, 'file')} permanently deleted from S3!`);
    toast.dismissByKey(DELETE_TOAST.key);
    finish([...namedFailures(outcome?.failures ?? []), ...failedFiles]);
  };

  const movedToTrash = async () => {
    const { done, failures: failed } = await trash.mutateAsync({ slugs, onProgress: setSent });
    onDeleted?.(done);
    toast.dismissByKey(DELETE_TOAST.key);
    if (done.length > 0)
      toast.success(`${formatCount(done.length, 'file')} moved to the trash`, { action: restoreAction(done) });
    finish(namedFailures(failed));
  };

  const namedFailures = (failed: { slug: string; reason: string }[]): Failure[] => {
    const nameOf = new Map(files.map((file) => [file.media_slug, file.title ?? file.name]));
    return failed.map(({ slug, reason }) => ({ name: nameOf.get(slug) ?? slug, reason }));
  };

  const finish = (failed: Failure[]) => {
    if (failed.length === 0) return onClose();
    logError(failed);
    toast.error('Failed to delete media. Check console for details.', DELETE_TOAST);
    return setFailures(failed);
  };

  if (failures) return <Failures done="deleted" failures={failures} onClose={onClose} />;
  if (usage.isFetching && !usage.error) return null;
  const voyages = usage.data?.voyages ?? [];
  const removedFrom = voyages.length === 0 ? '' : ' and removed from these voyages';
  const storageOnly =
    unknown.length === 0
      ? ''
      : ` ${formatCount(unknown.length, 'file')} ${pluralize(unknown.length, 'isn’t in the database. Only the stored file', 'aren’t in the database. Only the stored files')} will be deleted.`;
  const count = formatCount(files.length, 'file');
  const permanentTitle = `Permanently delete ${count}?`;
  const permanentDescription =
    slugs.length === 0
      ? 'Media not found in database. Only the stored files will be deleted.'
      : `Records and files will be deleted from the media library${removedFrom}.${storageOnly}`;
  const withoutRecord =
    unknown.length === 0
      ? ''
      : ` ${formatCount(unknown.length, 'file')} ${pluralize(unknown.length, 'isn’t', 'aren’t')} in the database and will stay in storage.`;
  const trashQuestion = slugs.length > 0 && {
    title: `Delete ${count}?`,
    description: `${pluralize(slugs.length, 'It’ll', 'They’ll')} be moved to the trash${removedFrom}. You can restore the ${pluralize(slugs.length, 'file', 'files')} from the trash.${withoutRecord}`,
    permanentTitle,
    permanentDescription,
    onTrash: () => void movedToTrash(),
  };
  return (
    <DeleteConfirmation
      title={permanentTitle}
      description={permanentDescription}
      {...trashQuestion}
      busy={busy}
      onClose={onClose}
      onConfirm={() => void handleConfirm()}
      progress={busy && slugs.length > 0 && <Progress label="Deleting" value={(sentCount / slugs.length) * 100} />}
    >
      <VoyageNames voyages={voyages} />
      <PortraitNames people={usage.data?.people ?? []} />
    </DeleteConfirmation>
  );
}
