import { detachMediaMutation } from '@archive/api-client';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, pluralize, toast } from '@archive/ui';
import { useEffect } from 'react';
import { useUndo } from '../use-undo.ts';
import { logError, useUsage, VoyageNames } from './voyage-names.tsx';

interface DetachMediaProps {
  slug: string;
  title: string;
  onClose: () => void;
}

/** Toast options. With the same key, the success of a retry replaces the error. */
export const DETACH_TOAST = { key: 'detach media' };
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
