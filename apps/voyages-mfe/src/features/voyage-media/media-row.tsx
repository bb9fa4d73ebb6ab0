import { unlinkMediaMutation } from '@archive/api-client';
import type { MediaItem, Voyage } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { Button, ConfirmDialog, formatDate, toast } from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { useRef, useState } from 'react';
import { MediaThumbnail } from '../voyage-record/components/media-lightbox.tsx';
import { MediaRowForm } from './media-row-form.tsx';

interface Props {
  item: MediaItem;
  voyage: Voyage;
  /** Whether this row shows its form. */
  editing: boolean;
  /** Whether something else in the list is being edited. */
  disabled: boolean;
  onEdit(editing: boolean): void;
  onOpen(item: MediaItem): void;
}

/** One media item of a voyage, as a row or as its form. */
export function MediaRow({ item, voyage, editing, disabled: waiting, onEdit, onOpen }: Props) {
  const [confirming, setConfirming] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const details = [item.media_type, item.credit, item.date && formatDate(item.date)].filter(Boolean).join(' · ');
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <span className="h-14 w-18 shrink-0">
        <MediaThumbnail item={item} onOpen={onOpen} className="h-14 w-18 border border-rule" />
      </span>
      {editing ? (
        <MediaRowForm
          slug={item.media_slug}
          onClose={() => {
            onEdit(false);
            requestAnimationFrame(() => edit.current?.focus());
          }}
        />
      ) : (
        <>
          <span className="min-w-40 flex-1">
            <span className="block font-serif text-17 wrap-anywhere">{item.title}</span>
            <span className="block text-13 text-faded">{details}</span>
            {item.description_markdown && (
              <span className="mt-1 line-clamp-2 text-13 wrap-anywhere">{item.description_markdown}</span>
            )}
          </span>
          <span className="flex gap-2">
            <Button
              ref={edit}
              size="small"
              icon={<Pencil aria-hidden className="size-4" />}
              aria-label={`Edit: ${item.title}`}
              disabled={waiting}
              onClick={() => onEdit(true)}
            >
              Edit
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Detach: ${item.title}`}
              onClick={() => setConfirming(true)}
            >
              Detach
            </Button>
          </span>
        </>
      )}
      {confirming && <Detach item={item} voyage={voyage} onClose={() => setConfirming(false)} />}
    </li>
  );
}

function Detach({ item, voyage, onClose }: Pick<Props, 'item' | 'voyage'> & { onClose(): void }) {
  const unlink = useMutation(unlinkMediaMutation(useQueryClient()));
  const { media_slug } = item;
  const { voyage_slug } = voyage;
  const key = `detach ${voyage_slug} ${media_slug}`;
  const handleConfirm = () =>
    unlink.mutateAsync({ media_slug, voyage_slug }).then(
      () => toast.success('Media detached from 1 voyage(s) successfully!', { key }),
      (failure: unknown) => {
        // SPEC section 8: the message points to the console.
        // oxlint-disable-next-line no-console
        console.error(failure);
        toast.error('Failed to detach media from voyages. Check console for details.', { key });
        onClose();
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !unlink.isPending && onClose()}
      title={`Detach “${item.title}” from this voyage?`}
      description="It will be removed from this voyage and the voyage’s albums. The media stays in the database and in storage."
      confirmText="Detach"
      danger
      busy={unlink.isPending}
      onConfirm={() => void handleConfirm()}
    >
      <p className="font-serif text-17">{voyage.title}</p>
    </ConfirmDialog>
  );
}
