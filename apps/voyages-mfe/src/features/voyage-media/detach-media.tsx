import { unlinkMediaMutation } from '@archive/api-client';
import type { MediaItem, Voyage } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { ConfirmDialog, formatCount, toast } from '@archive/ui';

interface Props {
  items: readonly MediaItem[];
  voyage: Voyage;
  /** Called with true if the media were detached. */
  onClose(detached: boolean): void;
}

/** Confirms that media are detached from a voyage, and detaches them one after another. */
export function DetachMedia({ items, voyage: { voyage_slug, title }, onClose }: Props) {
  const unlink = useMutation(unlinkMediaMutation(useQueryClient()));
  const [first] = items;
  const subject = items.length === 1 && first ? `“${first.title}”` : formatCount(items.length, 'item');
  const key = `detach ${voyage_slug}`;
  const handleConfirm = async () => {
    try {
      for (const { media_slug } of items) await unlink.mutateAsync({ media_slug, voyage_slug });
      toast.success('Media detached from 1 voyage(s) successfully!', { key });
      onClose(true);
    } catch (failure) {
      // SPEC section 8: the message points to the console.
      // oxlint-disable-next-line no-console
      console.error(failure);
      toast.error('Failed to detach media from voyages. Check console for details.', { key });
      onClose(false);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !unlink.isPending && onClose(false)}
      title={`Detach ${subject} from this voyage?`}
      description="The media stays in the database and in storage, but is removed from this voyage and the voyage’s albums."
      confirmText="Detach"
      danger
      busy={unlink.isPending}
      onConfirm={() => void handleConfirm()}
    >
      <p className="font-serif text-17">{title}</p>
    </ConfirmDialog>
  );
}
