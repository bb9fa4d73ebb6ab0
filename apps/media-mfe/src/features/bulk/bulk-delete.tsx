import { messageOf, removeFilesMutation, bulkDeleteMutation, bulkTrashMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { Progress, formatCount, pluralize, toast } from '@archive/ui';
import { useState } from 'react';
import { DeleteConfirmation, DELETE_TOAST } from '../removal/delete-media.tsx';
import { logError, PortraitNames, VoyageNames } from '../removal/voyage-names.tsx';
import { useRestoreAction } from '../use-restore-action.ts';
import { Failures, type Failure } from './failures.tsx';
import type { SelectedFile } from './selected-file.ts';
import { slugsOf, useBulkUsage } from './use-bulk-usage.ts';

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
