import { bulkDetachMutation, detachMediaMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, Progress, formatCount, pluralize, toast } from '@archive/ui';
import { useEffect, useState } from 'react';
import { useUndo } from '../use-undo.ts';
import { type Failure, Failures, type SelectedFile, slugsOf, useBulkUsage } from '../bulk/selected-files.tsx';
import { VoyageNames, logError, useUsage } from '../texts.tsx';

interface DetachMediaProps {
  slug: string;
  title: string;
  onClose: () => void;
}

/** Toast options. With the same key, the success of a retry replaces the error. */
const DETACH_TOAST = { key: 'detach media' };
const FAILED = 'Failed to detach media from voyages. Check console for details.';

/** Lists the affected voyages, confirms, and detaches the media from all of them. */
export function DetachMedia({ slug, title, onClose }: DetachMediaProps) {
  const { data, error, isFetching } = useUsage(slug);
  const detach = useMutation(detachMediaMutation(useQueryClient()));
  const undo = useUndo();
  const voyages = isFetching ? undefined : data?.voyages;

  useEffect(() => {
    if (error) {
      logError(error);
      toast.error(FAILED, DETACH_TOAST);
      onClose();
    } else if (voyages?.length === 0) {
      toast('This file isn’t attached to any voyage.');
      onClose();
    }
  }, [error, voyages, onClose]);

  const detachFromAll = () =>
    detach.mutateAsync(slug).then(
      ({ voyages_affected: count, revision }) => {
        const successMessage = `Media detached from ${count} voyage(s) successfully!`;
        toast.success(successMessage, {
          ...DETACH_TOAST,
          ...(revision !== null && { action: undo([{ media_slug: slug, revision }]) }),
        });
        onClose();
      },
      (failure: unknown) => {
        logError(failure);
        toast.error(FAILED, DETACH_TOAST);
        onClose();
      },
    );

  if (!voyages || voyages.length === 0) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !detach.isPending && onClose()}
      title={`Detach “${title}” from all voyages?`}
      description={`It will be removed from ${pluralize(voyages.length, 'this voyage', `these ${voyages.length} voyages`)}. The media stays in the database and in storage.`}
      confirmText="Detach"
      danger
      busy={detach.isPending}
      onConfirm={() => void detachFromAll()}
    >
      <VoyageNames voyages={voyages} />
    </ConfirmDialog>
  );
}

const BULK_FAILED = 'Failed to detach media from voyages. Check console for details.';

interface BulkDetachProps {
  files: SelectedFile[];
  onClose: () => void;
}

/** Lists the affected voyages, confirms, and detaches the files from all of them. */
export function BulkDetach({ files: selectedFiles, onClose }: BulkDetachProps) {
  const [files] = useState(selectedFiles);
  const [slugs] = useState(() => slugsOf(files));
  const { data, error } = useBulkUsage(slugs);
  const detach = useMutation(bulkDetachMutation(useQueryClient()));
  const [sentCount, setSent] = useState(0);
  const [failures, setFailures] = useState<Failure[]>();
  const undo = useUndo();
  const isEmpty = slugs.length === 0;
  const isUnattached = data?.voyages.length === 0;

  useEffect(() => {
    if (error) {
      logError(error);
      toast.error(BULK_FAILED, DETACH_TOAST);
    } else if (isEmpty) toast.error('Media not found in database.', DETACH_TOAST);
    else if (isUnattached)
      toast(`${pluralize(slugs.length, 'This file isn’t', 'These files aren’t')} attached to any voyage.`);
    if (error || isEmpty || isUnattached) onClose();
  }, [error, isEmpty, isUnattached, slugs, onClose]);

  const handleConfirm = async () => {
    const { voyages, revisions, failures: failed } = await detach.mutateAsync({ slugs, onProgress: setSent });
    if (revisions.length > 0)
      toast.success(
        `${formatCount(revisions.length, 'file')} detached from ${voyages.length} voyage(s) successfully!`,
        {
          ...DETACH_TOAST,
          action: undo(revisions),
        },
      );
    if (failed.length === 0) return onClose();
    logError(failed);
    const nameOf = new Map(files.map((file) => [file.media_slug, file.title ?? file.name]));
    return setFailures(failed.map(({ slug, reason }) => ({ name: nameOf.get(slug) ?? slug, reason })));
  };

  if (failures) return <Failures done="detached" failures={failures} onClose={onClose} />;
  if (!data || isUnattached) return null;
  const { voyages } = data;
  const withoutRecord = files.length - slugs.length;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !detach.isPending && onClose()}
      title={`Detach ${formatCount(slugs.length, 'file')} from all voyages?`}
      description={`${pluralize(slugs.length, 'It', 'They')} will be removed from ${pluralize(voyages.length, 'this voyage', `these ${voyages.length} voyages`)}. The media ${pluralize(slugs.length, 'stays', 'stay')} in the database and in storage.`}
      confirmText="Detach"
      danger
      busy={detach.isPending}
      onConfirm={() => void handleConfirm()}
    >
      <VoyageNames voyages={voyages} />
      {withoutRecord > 0 && (
        <p className="mt-3 text-13 text-faded">
          {formatCount(withoutRecord, 'file')} {pluralize(withoutRecord, 'isn’t', 'aren’t')} in the database and won’t
          be changed.
        </p>
      )}
      {detach.isPending && <Progress label="Detaching" value={(sentCount / slugs.length) * 100} className="mt-4" />}
    </ConfirmDialog>
  );
}
